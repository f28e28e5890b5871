import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import { inBothLanguages } from '../language/in-both-languages.ts'

export const questionWords = inBothLanguages(
  { questions: 'Questions', bills: 'Bills of the answer' },
  { questions: 'सवाल', bills: 'जवाब के बिल' },
)

export const questionStates = inBothLanguages(
  { open: 'Not answered yet', answered: 'Answered', closed: 'Closed' } satisfies Record<Question['state'], string>,
  { open: 'जवाब बाकी', answered: 'जवाब आया', closed: 'बंद' },
)
