import { ERROR_MESSAGES_IN_HINDI, ERROR_TITLES_IN_HINDI } from '../language/error-messages-hindi.ts'
import { dateOfDayText } from '../language/format-money-and-dates.ts'
import { currentLanguage } from '../language/in-both-languages.ts'
import { ApiError, UNEXPLAINED_CODE } from './api-error.ts'

/**
 * The sentences of broken rules load with the first form or search, which registers them here
 * (forms/use-rule-translation.ts).
 */
let translateRule = (message: string) => message
export function registerRuleTranslation(inHindi: typeof translateRule): void {
  translateRule = inHindi
}

/** The sentences that only head office is told load with its pages (session/use-office-session.ts). */
let officeMessage = (_error: ApiError): string | undefined => undefined
export function registerOfficeErrorMessages(inHindi: typeof officeMessage): void {
  officeMessage = inHindi
}

/**
 * Returns a refusal in the reader's language. The server writes English. The refusal's code identifies the Hindi
 * sentence.
 */
export function translateError(error: ApiError): { title: string; message: string } {
  const isHindi = currentLanguage() === 'hi'
  const title = isHindi ? errorTitleInHindi(error.title) : error.title
  // §8: such an answer has only a status. It is shown in brackets after a sentence, so that the user can read it out.
  // Its text is English.
  if (error.code === UNEXPLAINED_CODE)
    return {
      title,
      message: isHindi
        ? `सर्वर जवाब नहीं दे पाया। (रेफ़रेंस ${error.status})`
        : `The server could not answer. (${error.message})`,
    }
  const message = isHindi ? messageInHindi(error) : error.message
  if (error.code !== 'internal' || error.reference === '') return { title, message }
  return { title, message: `${message} (${isHindi ? 'रेफ़रेंस' : 'reference'} ${error.reference})` }
}

function messageInHindi(error: ApiError): string {
  if (error.code === 'invalid_request' && error.message !== 'The request is not well formed')
    return translateRule(error.message)
  if (error.code === 'unreachable') return 'सर्वर तक नहीं पहुँच पाए। नेटवर्क देखें और फिर कोशिश करें।'
  if (error.code === 'file_lost')
    return 'इस एंट्री की कोई फ़ोटो या PDF अब इस फ़ोन पर नहीं खुलती। उसे फिर से चुनें, या उसके बिना सेव करें।'
  const message = isTranslatedCode(error.code) ? ERROR_MESSAGES_IN_HINDI[error.code] : officeMessage(error)
  if (message === undefined) return error.message
  return error.closedUpTo === '' ? message : message.replace('{}', dateOfDayText(error.closedUpTo, 'hi'))
}

function isTranslatedCode(code: string): code is keyof typeof ERROR_MESSAGES_IN_HINDI {
  return Object.hasOwn(ERROR_MESSAGES_IN_HINDI, code)
}

export function errorTitleInHindi(title: string): string {
  return ERROR_TITLES_IN_HINDI[title] ?? title
}

/** §8: returns the server's message, or the command's own sentence where the server sent none. */
export function messageOrFallback(fallback: string, error: Error): string {
  return error instanceof ApiError && error.code !== UNEXPLAINED_CODE ? translateError(error).message : fallback
}

/** Returns the title of a toast about a command that failed: closed books are no fault of the app. */
export function failureTitle(title: string, error: Error): string {
  return error instanceof ApiError && error.code === 'books_closed' ? translateError(error).title : title
}

/** Returns the sentence for any error of a query or a command, in the reader's language. */
export function errorMessage(error: Error): string {
  if (error instanceof ApiError) return translateError(error).message
  // The words of an error of the app or the browser do not help the reader.
  return currentLanguage() === 'hi'
    ? 'इस ब्राउज़र में कुछ गड़बड़ हुई। पेज फिर से खोलकर कोशिश करें।'
    : 'Something went wrong in this browser. Please reload the page and try again.'
}
