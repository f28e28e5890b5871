import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_CATALOGUE } from '@ledger/contracts/http/error-catalogue.ts'
import { ERROR_MESSAGES_IN_HINDI, ERROR_TITLES_IN_HINDI } from '@ledger/web/src/shared/language/error-messages-hindi.ts'
import { OFFICE_ERROR_MESSAGES_IN_HINDI } from '@ledger/web/src/shared/language/office-error-messages-hindi.ts'
import { VALIDATION_MESSAGES_IN_HINDI } from '@ledger/web/src/shared/language/validation-messages-hindi.ts'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { checkout, everySaying } from './collect-sayings.ts'

/**
 * `npm test` causes these messages in the browser in English only. Here every pair of texts that those tests expect,
 * [English, Hindi], is compared with the words of the app: the two stand under one key.
 */
const CAUSED_IN = ['app/message-texts', 'site/voice-input']

type Pair = readonly [english: string, hindi: string]

/** The texts of the app that stand under one key: a text with gaps is several fixed parts. */
interface KeyTexts {
  readonly en: readonly string[]
  readonly hi: readonly string[]
}

const hasWord = (text: string) => /\p{L}[\p{L}\p{M}]/u.test(text)
const keys: KeyTexts[] = [
  ...Object.values(Object.groupBy(everySaying(), ({ file, key }) => `${file} ${key}`)).map((texts = []) => {
    const partsIn = (wanted: 'en' | 'hi') =>
      texts.filter(({ language, text }) => language === wanted && hasWord(text)).map(({ text }) => text.trim())
    return { en: partsIn('en'), hi: partsIn('hi') }
  }),
  ...Object.entries({ ...ERROR_MESSAGES_IN_HINDI, ...OFFICE_ERROR_MESSAGES_IN_HINDI }).map(([code, text]) => ({
    en: [new Map(Object.entries(ERROR_CATALOGUE)).get(code)?.message ?? ''],
    hi: [text],
  })),
  ...Object.entries({ ...ERROR_TITLES_IN_HINDI, ...VALIDATION_MESSAGES_IN_HINDI }).map(([en, hi]) => ({
    en: [en],
    hi: [hi],
  })),
]

/** Tells whether a text is one of these, or has all of them as its fixed parts. */
const consistsOf = (text: string, parts: readonly string[]) =>
  parts.some((part) => part.includes(text)) || (parts.length > 0 && parts.every((part) => text.includes(part)))

test.each(CAUSED_IN)('the Hindi that tests/browser/%s expects is the Hindi of its English', (name) => {
  const expected = expectedPairs(`tests/browser/${name}.test.ts`)
  expect(expected.length).toBeGreaterThan(3)
  const unknown = expected.filter(
    ([english, hindi]) => !keys.some(({ en, hi }) => consistsOf(english, en) && consistsOf(hindi, hi)),
  )
  expect(unknown).toEqual([])
})

/** Returns every two neighbours of an array in a file of which the first is English and the second Hindi. */
function expectedPairs(file: string): Pair[] {
  const found: Pair[] = []
  new Visitor({
    ArrayExpression({ elements }) {
      for (const [index, element] of elements.entries()) {
        const [english, hindi] = [element, elements[index + 1]].map(plainText)
        if (english && hindi && !isHindi(english) && isHindi(hindi)) found.push([english, hindi])
      }
    },
  }).visit(parseSync(file, readFileSync(join(checkout, file), 'utf8')).program)
  return found
}

const isHindi = (text: string) => /\p{Script=Devanagari}/u.test(text)

function plainText(element: Expression | { type: string } | null | undefined): string | undefined {
  return element?.type === 'Literal' && 'value' in element && typeof element.value === 'string'
    ? element.value
    : undefined
}
