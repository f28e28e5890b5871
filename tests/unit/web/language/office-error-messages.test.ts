import { errorBody } from '@ledger/contracts/http/error-body.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import { ERROR_MESSAGES_IN_HINDI } from '@ledger/web/src/shared/language/error-messages-hindi.ts'
import {
  OFFICE_ERROR_MESSAGES_IN_HINDI,
  officeErrorInHindi,
} from '@ledger/web/src/shared/language/office-error-messages-hindi.ts'
import { expect, test } from 'vitest'

test('a refusal names the same word in Hindi', () => {
  for (const word of ['सीमेंट', 'a ” $& word'])
    expect(officeErrorInHindi(errorBody('purpose_word_twice', { word }))).toBe(
      `“${word}” सूची में दो जगह है। हर शब्द एक ही जगह रखें।`,
    )
  expect(officeErrorInHindi({ code: 'toString', message: '' })).toBeUndefined()
})

test('what a sentence names in English it names in Hindi, too', () => {
  const inHindi: Readonly<Record<string, string>> = { ...ERROR_MESSAGES_IN_HINDI, ...OFFICE_ERROR_MESSAGES_IN_HINDI }
  for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[])
    expect([code, inHindi[code]?.includes('{}')]).toEqual([code, ERROR_CATALOGUE[code].message.includes('{}')])
})
