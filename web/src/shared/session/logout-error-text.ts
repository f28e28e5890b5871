import { ApiError } from '../api/api-error.ts'
import { errorMessage } from '../api/error-messages.ts'

interface LogoutErrorWords {
  logoutErrorText: string
  /** @param why a sentence */
  logoutErrorBecause: (why: string) => string
}

/** Returns §8's sentence and, without a network, what the user can do about it. */
export function logoutErrorSentence(error: unknown, words: LogoutErrorWords): string {
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable'
  return isUnreachable ? words.logoutErrorBecause(errorMessage(error)) : words.logoutErrorText
}
