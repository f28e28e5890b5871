import { beforeAll, expect, test, vi } from 'vitest'

type ReadersWords = typeof import('@ledger/web/src/shared/api/error-messages.ts')
type Errors = typeof import('@ledger/web/src/shared/api/api-error.ts')
let words: ReadersWords
let errors: Errors

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'hi' })
  words = await import('@ledger/web/src/shared/api/error-messages.ts')
  errors = await import('@ledger/web/src/shared/api/api-error.ts')
})

const HINDI = /^[\p{Script=Devanagari}\s।]+$/u

test('a fault of the browser’s own is a sentence in Hindi, without what the program calls it', () => {
  expect(words.errorMessage(new TypeError('undefined is not a function'))).toMatch(HINDI)
})

test('an answer that explains nothing is a sentence, and its status is what can be read out', () => {
  const error = new errors.ApiError(502, errors.UNEXPLAINED_CODE, 'Error', 'HTTP 502: Bad Gateway')
  const [sentence, reference] = words.errorMessage(error).split(' (')
  expect(sentence).toMatch(HINDI)
  expect(reference).toBe('रेफ़रेंस 502)')
})

test.each([
  ['books_closed', 'Books Closed', 'हिसाब बंद है'],
  ['insufficient_balance', 'Insufficient Balance', 'गड़बड़'],
])('the title of a toast about a refusal is the command’s own, but for closed books: %s', (code, title, said) => {
  expect(words.failureTitle('गड़बड़', new errors.ApiError(422, code, title, ''))).toBe(said)
})

test('a fault of the server’s is a sentence with its reference', () => {
  const error = new errors.ApiError(500, 'internal', 'Error', 'Something went wrong on our side', [], '0199abcd')
  expect(words.errorMessage(error)).toBe('हमारी तरफ़ कुछ गड़बड़ हुई (रेफ़रेंस 0199abcd)')
})
