import { REFUSALS_IN_HINDI, TITLES_IN_HINDI } from '../language/refusal-words.ts'
import { ruleInHindi } from '../language/rule-words.ts'
import { currentLanguage } from '../language/words.ts'
import { ApiError, UNEXPLAINED } from './api-error.ts'

/** A refusal as its reader reads it. The server speaks English; Hindi is found by the refusal's code. */
export function inReadersWords(error: ApiError): { title: string; message: string } {
  if (currentLanguage() === 'en') return { title: error.title, message: error.message }
  return { title: titleInHindi(error.title), message: messageInHindi(error) }
}

function messageInHindi(error: ApiError): string {
  if (error.code === 'invalid_request' && error.message !== 'The request is not well formed')
    return ruleInHindi(error.message)
  if (error.code === 'unreachable') return 'सर्वर तक नहीं पहुँच पाए। नेटवर्क देखें और फिर कोशिश करें।'
  return isRefusal(error.code) ? REFUSALS_IN_HINDI[error.code] : error.message
}

function isRefusal(code: string): code is keyof typeof REFUSALS_IN_HINDI {
  return Object.hasOwn(REFUSALS_IN_HINDI, code)
}

export function titleInHindi(title: string): string {
  return TITLES_IN_HINDI[title] ?? title
}

/** §8: the server's message, or the command's own sentence where the server sent none. */
export function messageOr(fallback: string, error: Error): string {
  return error instanceof ApiError && error.code !== UNEXPLAINED ? inReadersWords(error).message : fallback
}

/** The reader's sentence for whatever a query or a command threw. */
export function messageOf(error: Error): string {
  return error instanceof ApiError ? inReadersWords(error).message : error.message
}
