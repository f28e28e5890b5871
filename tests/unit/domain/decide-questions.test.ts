import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { Entry, NewEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import {
  MAX_ANSWERS_PER_QUESTION,
  MAX_QUESTIONS_PER_ENTRY,
} from '@ledger/ledger-service/domain/questions/decide-questions.ts'
import {
  evolveQuestions,
  isQuestionEvent,
  type QuestionState,
} from '@ledger/ledger-service/domain/questions/questions-state.ts'
import { expect, test } from 'vitest'
import { eventPage, transactionEdited } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const [T, Q, OTHER] = [sampleUuid(101), sampleUuid(201), sampleUuid(202)]
const EXPENSE = p.sampleDebit(ASHA, 1000)
const TRANSFER = p.sampleTransfer(ASHA, RAVI, 1000)
const BILL: Bill = { id: 'ab'.repeat(32), type: 'image/jpeg', width: 10, height: 20 }

type Side = 'own' | 'incoming'
const about = (entry: Entry, side: Side, question: string) => ({ transaction: T, side, question, about: entry })
const asked = (entry: Entry = EXPENSE, side: Side = 'own', question = Q): NewEvent => ({
  type: 'EntryQueried',
  data: { ...about(entry, side, question), text: 'Where is the bill?' },
})
const answered = (bills: Bill[] = [], entry: Entry = EXPENSE, side: Side = 'own'): NewEvent => ({
  type: 'EntryAnswered',
  data: { ...about(entry, side, Q), text: 'In the file', bills },
})
const closed = (): NewEvent => ({ type: 'EntryQueryClosed', data: about(EXPENSE, 'own', Q) })
const recorded = (entry: Entry = EXPENSE) => [...everyAccountOpened, p.transactionRecorded(T, entry)]
const deletedExpense: NewEvent = {
  type: 'TransactionDeleted',
  date: p.SAMPLE_TIME,
  data: {
    transaction: T,
    revision: 2,
    before: EXPENSE,
    postings: [
      { account: ASHA.id, side: 'spent', paise: -1000 },
      { account: p.SAMPLE_BENEFICIARY.id, side: 'received', paise: -1000 },
    ],
    reason: null,
  },
}

const row = (side: Side) => ({ transaction: T, side })
const ask = (who: Party, side: Side = 'own', question = Q) =>
  ({
    type: 'QueryEntry',
    row: row(side),
    question,
    text: 'Where is the bill?',
    ...p.askedByAccount(who),
  }) as const
const answer = (who: Party, side: Side = 'own', bills: Bill[] = []) =>
  ({
    type: 'AnswerQuestion',
    row: row(side),
    question: Q,
    text: 'In the file',
    bills,
    ...p.askedByAccount(who),
  }) as const
const close = (who: Party) =>
  ({ type: 'CloseQuestion', row: row('own'), question: Q, ...p.askedByAccount(who) }) as const

test('a question is asked, answered with a bill, answered again, and closed', () => {
  given(...recorded())
    .when(ask(MEERA))
    .thenRecords(asked())
  given(...recorded(), asked())
    .when(answer(ASHA, 'own', [BILL]))
    .thenRecords(answered([BILL]))
  given(...recorded(), asked(), answered([BILL]))
    .when(answer(ASHA))
    .thenRecords(answered())
  given(...recorded(), asked(), answered())
    .when(close(MEERA))
    .thenRecords(closed())
})

test('asking again is another question on the same entry, open or not', () => {
  for (const before of [[asked()], [asked(), answered()], [asked(), closed()]])
    given(...recorded(), ...before)
      .when(ask(MEERA, 'own', OTHER))
      .thenRecords(asked(EXPENSE, 'own', OTHER))
})

test('a question leaves the revision of its entry, and survives an edit of it', () => {
  const after = p.sampleDebit(ASHA, 900)
  const edited: NewEvent = {
    type: 'TransactionEdited',
    data: { transaction: T, revision: 2, before: EXPENSE, after, postings: [], reason: null },
  }
  const books = ReplayedState.from([...recorded(), asked(), edited])
  expect(books.transaction(T)).toMatchObject({ revision: 2, entry: after, questions: [{ id: Q, state: 'open' }] })
  expect(ReplayedState.from([...recorded(), asked(), answered()]).transaction(T)).toMatchObject({
    revision: 1,
    questions: [{ state: 'answered', answers: [{ text: 'In the file' }] }],
  })
})

/** Returns each question with its state and its answers. */
const shown = (questions: readonly QuestionState[] = []) =>
  questions.map(({ id, state, answers }) => [id, state, ...answers.map(({ text }) => text)])

test('each question of an entry has its own answers and its own end', () => {
  const second: NewEvent = {
    type: 'EntryAnswered',
    data: { ...about(EXPENSE, 'own', OTHER), text: 'In the file', bills: [] },
  }
  const history = [...recorded(), asked(), asked(EXPENSE, 'own', OTHER)]
  given(...history, closed())
    .when({ ...answer(ASHA), question: OTHER })
    .thenRecords(second)
  const after = (...events: NewEvent[]) => shown(ReplayedState.from([...history, ...events]).transaction(T)?.questions)
  expect(after(second)).toEqual([
    [Q, 'open'],
    [OTHER, 'answered', 'In the file'],
  ])
  expect(after(second, closed())).toEqual([
    [Q, 'closed'],
    [OTHER, 'answered', 'In the file'],
  ])
})

test('the questions of an entry come from its question events alone', () => {
  const reviewed: NewEvent = {
    type: 'EntryReviewed',
    data: { transaction: T, revision: 1, as: 'seen', reason: null, reviewed: EXPENSE },
  }
  const edited = transactionEdited(T, EXPENSE, { ...EXPENSE, paise: 1001 })
  const story = [...recorded(), asked(), reviewed, answered([BILL]), edited, closed()]
  const events = eventPage(...story).filter(isQuestionEvent)
  expect(events.map(({ type }) => type)).toEqual(['EntryQueried', 'EntryAnswered', 'EntryQueryClosed'])
  expect(shown(events.reduce(evolveQuestions, []))).toEqual(shown(ReplayedState.from(story).transaction(T)?.questions))
})

test('a log in which a question is answered that was never asked contradicts itself', () => {
  for (const event of [answered(), closed()])
    expect(() => ReplayedState.from([...recorded(), asked(EXPENSE, 'own', OTHER), event])).toThrow('never asked')
})

test('of a transfer each side is asked by itself', () => {
  const history = [...everyAccountOpened, p.transactionRecorded(T, TRANSFER), asked(TRANSFER, 'incoming')]
  given(...history)
    .when(answer(RAVI, 'incoming'))
    .thenRecords(answered([], TRANSFER, 'incoming'))
  given(...history)
    .when(answer(ASHA, 'incoming'))
    .thenRefuses('not_found')
  given(...recorded())
    .when(ask(MEERA, 'incoming'))
    .thenRefuses('not_found')
})

test('nobody else answers, and nothing that was not asked is answered or closed', () => {
  given(...recorded(), asked())
    .when(answer(BALA))
    .thenRefuses('not_found')
  given(...recorded(), asked())
    .when(answer(MEERA))
    .thenRefuses('not_found')
  given(...recorded())
    .when(answer(ASHA))
    .thenRefuses('not_found')
  given(...recorded())
    .when(close(MEERA))
    .thenRefuses('not_found')
  given(...everyAccountOpened)
    .when(ask(MEERA))
    .thenRefuses('not_found')
})

test('a closed question takes no answer; closing it again records nothing', () => {
  given(...recorded(), asked(), closed())
    .when(answer(ASHA))
    .thenRefuses('question_closed')
  given(...recorded(), asked(), closed())
    .when(close(MEERA))
    .thenRecords()
})

test('a deleted entry takes no question; one that was open is still answered and closed', () => {
  given(...recorded(), deletedExpense)
    .when(ask(MEERA))
    .thenRefuses('question_on_deleted')
  given(...recorded(), asked(), deletedExpense)
    .when(answer(ASHA))
    .thenRecords(answered())
  given(...recorded(), asked(), deletedExpense)
    .when(close(MEERA))
    .thenRecords(closed())
})

test('a deleted account is asked nothing, for it cannot answer; a disabled one is', () => {
  const history = [...everyAccountOpened, p.transactionRecorded(T, TRANSFER), p.accountClosed(ASHA)]
  given(...history)
    .when(ask(MEERA))
    .thenRefuses('counterparty_unavailable')
  given(...history)
    .when(ask(MEERA, 'incoming'))
    .thenRecords(asked(TRANSFER, 'incoming'))
  given(...recorded(), p.accountDisabled(ASHA))
    .when(ask(MEERA))
    .thenRecords(asked())
})

test('questions and answers are limited, because the state of the entry has all of them', () => {
  const many = Array.from({ length: MAX_QUESTIONS_PER_ENTRY }, (_, at) => asked(EXPENSE, 'own', sampleUuid(300 + at)))
  given(...recorded(), ...many)
    .when(ask(MEERA))
    .thenRefuses('too_many_questions')
  const answers = Array.from({ length: MAX_ANSWERS_PER_QUESTION }, () => answered())
  given(...recorded(), asked(), ...answers)
    .when(answer(ASHA))
    .thenRefuses('too_many_answers')
})
