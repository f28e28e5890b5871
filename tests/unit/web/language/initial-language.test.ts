import { initialLanguage } from '@ledger/web/src/shared/language/language-setting.ts'
import { expect, test } from 'vitest'

test.each([
  [null, ['hi-IN', 'en-IN'], 'hi'],
  [null, ['en-IN', 'hi-IN'], 'en'],
  [null, ['mr-IN', 'hi', 'en'], 'hi'],
  [null, ['HI-Deva-IN'], 'hi'],
  [null, ['fr-FR'], 'en'],
  [null, [], 'en'],
  [undefined, undefined, 'en'],
  ['en', ['hi-IN'], 'en'],
  ['hi', ['en-US'], 'hi'],
  // §4: another value in storage is no choice.
  ['de', ['hi-IN'], 'hi'],
] as const)('stored %s on a device of %s reads %s', (stored, preferred, language) => {
  expect(initialLanguage(stored, preferred)).toBe(language)
})
