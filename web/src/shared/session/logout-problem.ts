import { ApiError } from '../api/api-error.ts'
import { messageOf } from '../api/readers-words.ts'

interface Words {
  logoutErrorText: string
  /** @param why a sentence */
  logoutErrorBecause: (why: string) => string
}

/** Returns §8's sentence and, without a network, what the user can do about it. */
export function logoutProblem(error: unknown, words: Words): string {
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable'
  return isUnreachable ? words.logoutErrorBecause(messageOf(error)) : words.logoutErrorText
}
