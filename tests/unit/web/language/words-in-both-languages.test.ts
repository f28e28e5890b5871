import { ERROR_MESSAGES_IN_HINDI, ERROR_TITLES_IN_HINDI } from '@ledger/web/src/shared/language/error-messages-hindi.ts'
import { OFFICE_ERROR_MESSAGES_IN_HINDI } from '@ledger/web/src/shared/language/office-error-messages-hindi.ts'
import { VALIDATION_MESSAGES_IN_HINDI } from '@ledger/web/src/shared/language/validation-messages-hindi.ts'
import { describe, expect, test } from 'vitest'
import { everySaying } from './collect-sayings.ts'

const sayings = everySaying()
const hindi = [
  ...sayings.filter(({ language }) => language === 'hi'),
  ...[
    ERROR_MESSAGES_IN_HINDI,
    OFFICE_ERROR_MESSAGES_IN_HINDI,
    ERROR_TITLES_IN_HINDI,
    VALIDATION_MESSAGES_IN_HINDI,
  ].flatMap((catalogue) =>
    Object.entries(catalogue).map(([key, text]) => ({ file: 'the error catalogue', key, text })),
  ),
]

/** Words that an Indian reader of Hindi reads in Latin letters. */
const LATIN = new Set([
  'PDF',
  'JPEG',
  'HEIC',
  'MB',
  'UPI',
  'QR',
  'PAN',
  'GSTIN',
  'ABCPD1234E',
  'JSON',
  'IST',
  'https',
  'http',
  'IP',
  'ID',
  'Ed25519',
  'receipt.json',
  'hotkey',
  'SMS',
  'WhatsApp',
  'CSV',
  'Tally',
  'tally.xml',
  'Enter',
  'Esc',
])

/** Words that read translated, and those that stand here for the same thing (the glossary's corrections). */
const BETTER: Readonly<Record<string, string>> = {
  'मुख्य कार्यालय': 'हेड ऑफिस',
  प्रविष्टि: 'एंट्री',
  घटना: 'गतिविधि',
  अनुरोध: 'रिक्वेस्ट',
  निर्यात: 'डाउनलोड',
  स्प्रेडशीट: 'एक्सेल',
  लेखा: 'बही',
  मान: 'पहले / बाद में',
  'समय रेखा': 'टाइमलाइन',
  प्रवेश: 'साइन इन',
  लॉगिन: 'साइन इन',
  भूमिका: 'आप कौन हैं',
  संस्करण: 'वर्शन',
  अवधि: 'समय',
  वित्तीय: 'वित्त',
  पृष्ठ: 'पेज',
  केवल: 'सिर्फ़',
  तारीख़: 'तारीख',
  आख़िरी: 'आखिरी',
  ख़र्च: 'खर्च',
  रद्द: 'रहने दें',
  'बार जमा': 'जमा',
  'बार खर्च': 'खर्च',
  'मिलना दर्ज हो गया': 'दर्ज हो गया: पैसे मिल गए',
}
/** The name of the accounting rules themselves is allowed. */
const ALLOWED = /कंपनी \(लेखा\) नियम/g

test('the web app has its words in both languages', () => {
  expect(hindi.length).toBeGreaterThan(500)
  expect(sayings.filter(({ language }) => language === 'en').length).toBeGreaterThan(500)
})

describe('Hindi', () => {
  test('has no English in it', () => {
    const english = hindi.flatMap(({ file, key, text }) =>
      (text.match(/[A-Za-z][\w.]*/g) ?? [])
        .filter((word) => !LATIN.has(word.replace(/\.$/, '')))
        .map((word) => `${file}, ${key}: ${word} in “${text}”`),
    )
    expect(english).toEqual([])
  })

  test('says one thing in one word, the one that people say', () => {
    const translated = hindi.flatMap(({ file, key, text }) =>
      Object.entries(BETTER)
        .filter(([word]) =>
          new RegExp(`(?<!\\p{L}|\\p{M})${word}(?!\\p{L}|\\p{M})`, 'u').test(text.replace(ALLOWED, '')),
        )
        .map(([word, better]) => `${file}, ${key}: “${text}”, not ${word} but ${better}`),
    )
    expect(translated).toEqual([])
  })

  test('shortens no word with the sign that looks like a zero', () => {
    expect(hindi.filter(({ text }) => text.includes('॰'))).toEqual([])
  })
})

test('English has no Hindi in it', () => {
  expect(sayings.filter(({ language, text }) => language === 'en' && /\p{Script=Devanagari}/u.test(text))).toEqual([])
})

test('no words show a code of the program', () => {
  expect([...sayings, ...hindi].filter(({ text }) => /\b[a-z]+_[a-z_]+\b|\bHTTP \d/.test(text))).toEqual([])
})
