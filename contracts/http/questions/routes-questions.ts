import { z } from 'zod'
import { questionId, transactionId } from '../path-parameters.ts'
import type { Route } from '../route-type.ts'
import { answerBody, ownQuestion, question, questionBody, questionsQueryParams } from './question-schemas.ts'

/** Questions on entries: of head office, and their answers from the site. */
export const QUESTION_ROUTES = {
  askQuestion: {
    method: 'POST',
    path: '/api/admin/transactions/:id/questions',
    summary: 'Ask the account that has an entry about it',
    description:
      'The entry and its revision stay as they are. Asking again is a new question. Deleted entry or account: 422.',
    params: transactionId,
    body: questionBody,
    answer: question,
    status: 201,
    command: true,
  },
  questions: {
    method: 'GET',
    path: '/api/admin/questions',
    summary: 'Questions on entries of all accounts, newest first',
    description: 'A page at a time: the `Link` header names the next one. Questions on deleted entries are there too.',
    query: questionsQueryParams,
    answer: z.array(question),
    status: 200,
  },
  closeQuestion: {
    method: 'POST',
    path: '/api/admin/questions/:id/close',
    summary: 'Close a question, which then takes no more answers',
    description: 'One that is closed already stays as it is, and nothing is recorded.',
    params: questionId,
    answer: question,
    status: 200,
    command: true,
  },
  siteQuestions: {
    method: 'GET',
    path: '/api/site/questions',
    summary: 'Questions on my entries, newest first',
    description: 'A page at a time: the `Link` header names the next one.',
    query: questionsQueryParams,
    answer: z.array(ownQuestion),
    status: 200,
  },
  answerQuestion: {
    method: 'POST',
    path: '/api/site/questions/:id/answers',
    summary: 'Answer a question on an entry of mine',
    description: 'With up to 5 bills, which are uploaded first. A question of another account: 404. A closed one: 409.',
    params: questionId,
    body: answerBody,
    answer: question,
    status: 201,
    command: true,
  },
} as const satisfies Record<string, Route>
