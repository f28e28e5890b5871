import type { RowQuestion } from '@ledger/contracts/http/transaction-schemas.ts'
import type { LabelsByLanguage } from '@ledger/contracts/languages.ts'
import { dateText } from '../language/format-money-and-dates.ts'
import type { Language } from '../language/language-setting.ts'

/** The questions on a row of the worklist in words, for its table, its cards and its files. */

const WORDS: LabelsByLanguage<'waiting' | 'answered'> = {
  en: { waiting: 'Waiting for the site', answered: 'Answered' },
  hi: { waiting: 'साइट का जवाब बाकी', answered: 'जवाब आया' },
}

/** Returns a question with the person who asked it and the day. */
export const questionText = ({ text, askedBy, askedAt }: RowQuestion, language: Language): string =>
  `${text} (${askedBy.name}, ${dateText(askedAt, language)})`

/** Returns the last answer to a question, or that it waits for one. */
export const answerText = ({ answer }: RowQuestion, language: Language): string =>
  answer === null ? WORDS[language].waiting : `${WORDS[language].answered}: ${answer.text}`

/** Returns the questions of a row, each on a line. */
export const questionLines = (questions: readonly RowQuestion[] | undefined, language: Language): string =>
  (questions ?? []).map((question) => questionText(question, language)).join('\n')

/** Returns the answers to the questions of a row, in their order. */
export const answerLines = (questions: readonly RowQuestion[] | undefined, language: Language): string =>
  (questions ?? []).map((question) => answerText(question, language)).join('\n')
