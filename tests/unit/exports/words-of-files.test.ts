import { BOOK_WORDS, type BookWords } from '@ledger/ledger-service/exports/books/book-words.ts'
import { PAGE_WORDS } from '@ledger/ledger-service/exports/edit-log/edit-log-texts.ts'
import { describe, expect, test } from 'vitest'

/** The words of files in both languages, each with the values that are put into it. */

/** Returns a text, or a sentence with A, B and C in the places of its values. */
const said = (word: unknown): unknown =>
  typeof word === 'function' ? Reflect.apply(word, undefined, ['A', 'B', 'C']) : word

type InBoth = readonly [en: string, hi: string]

const EDIT_LOG: Readonly<Record<Exclude<keyof typeof PAGE_WORDS.en, 'amounts'>, InBoth>> = {
  title: ['Edit log', 'बदलावों का रिकॉर्ड'],
  financialYear: ['Financial year A–B', 'वित्त वर्ष A–B'],
  period: ['From A to B', 'A से B तक'],
  beginning: ['the beginning', 'शुरू'],
  now: ['now', 'अभी'],
  everything: ['Everything that was created, changed and deleted', 'जो कुछ दर्ज हुआ, बदला या मिटा'],
  only: ['Only what was A', 'सिर्फ़ यह: A'],
  by: ['By', 'किसने'],
  account: ['Concerning', 'किसके बारे में'],
  made: ['Made A IST.', 'A IST को बना।'],
  and: ['and', 'और'],
  byAndFrom: ['By, from IP address', 'किसने, किस IP पते से'],
  pageOf: ['Page A of B', 'पेज A / B'],
  thisPage: ['This page', 'इस पेज पर'],
  upToHere: ['Up to here', 'यहाँ तक'],
  changes: ['A changes', 'A बदलाव'],
  none: ['Nothing was found for this period and these filters.', 'इन तारीखों और फ़िल्टर में कुछ नहीं मिला।'],
  checkpoint: ['Signed checkpoint: A, B events, root C', 'लगी हुई मुहर: A, B गतिविधियाँ, मूल हैश C'],
  unsigned: ['No checkpoint was signed yet.', 'अभी कोई मुहर नहीं लगी।'],
  empty: ['(empty)', '(खाली)'],
}

describe('on the pages of the edit log', () => {
  test.each(Object.entries(EDIT_LOG))('%s', (key, inBoth) => {
    const { en, hi } = PAGE_WORDS
    expect([Reflect.get(en, key), Reflect.get(hi, key)].map((word) => said(word))).toEqual(inBoth)
  })

  test('the sums, each under its own name', () => {
    const sums = { created: '₹1', raised: '₹2', lowered: '₹3', deleted: '₹4' }
    expect(PAGE_WORDS.en.amounts(sums)).toBe('amounts created ₹1, raised by ₹2, lowered by ₹3, deleted ₹4')
    expect(PAGE_WORDS.hi.amounts(sums)).toBe('राशि: दर्ज ₹1, बढ़ी ₹2, घटी ₹3, मिटाई ₹4')
    expect([PAGE_WORDS.en.changes('1'), PAGE_WORDS.hi.changes('1')]).toEqual(['1 change', '1 बदलाव'])
  })
})

/** Words of which there is an opposite, and sentences with values. */
const BOOKS: Partial<Record<keyof BookWords, InBoth>> = {
  received: ['Received (₹)', 'मिला (₹)'],
  paid: ['Paid (₹)', 'दिया (₹)'],
  spent: ['Spent (₹)', 'खर्च (₹)'],
  balance: ['Balance (₹)', 'शेष (₹)'],
  difference: ['Difference (₹)', 'अंतर (₹)'],
  openingColumn: ['Opening (₹)', 'शुरू का शेष (₹)'],
  closingColumn: ['Closing (₹)', 'आखिरी शेष (₹)'],
  opening: ['Opening balance', 'शुरू का शेष'],
  closing: ['Closing balance', 'आखिरी शेष'],
  broughtForward: ['Brought forward', 'पिछले पेज से'],
  carriedForward: ['Carried forward', 'अगले पेज पर'],
  purpose: ['Purpose', 'किस लिए'],
  narration: ['Narration', 'विवरण'],
  byMode: ['By payment mode', 'भुगतान के तरीके से'],
  byPurpose: ['By purpose', 'किस लिए, कितना'],
  preparedBy: ['Prepared by', 'बनाने वाला'],
  checkedBy: ['Checked by', 'जाँचने वाला'],
  confirmedBy: ['Balance confirmed by', 'शेष सही है (खाते वाला)'],
  paidInPeriod: ['Paid (₹)', 'दिया (₹)'],
  largestPayment: ['Largest (₹)', 'सबसे बड़ा (₹)'],
  cashOfDay: ['Cash (₹)', 'नकद (₹)'],
  aboveSingle: ['at once', 'एक बार में'],
  aboveYear: ['in the year', 'साल में'],
  aboveCash: ['cash in a day', 'एक दिन में नकद'],
  ofMode: ['Only A', 'सिर्फ़ A'],
  period: ['From A to B', 'A से B तक'],
  today: ['A (the day of making)', 'A (बनने का दिन)'],
  made: ['Made A IST', 'A IST को बना'],
  pageOf: ['Page A of ', 'पेज A / '],
  dated: ['Dated up to A', 'A तक की तारीख का'],
  recorded: ['Recorded by A', 'A तक दर्ज'],
  ofDated: ['Dated', 'तारीख से'],
  ofRecorded: ['Recorded', 'दर्ज से'],
}

test.each(Object.entries(BOOKS))('in a book %s', (key, inBoth) => {
  expect([Reflect.get(BOOK_WORDS.en, key), Reflect.get(BOOK_WORDS.hi, key)].map((word) => said(word))).toEqual(inBoth)
})

test('every sentence of a book with values is among them', () => {
  const withValues = Object.entries(BOOK_WORDS.en).flatMap(([key, word]) => (typeof word === 'function' ? key : []))
  expect(withValues.filter((key) => !(key in BOOKS))).toEqual([])
})
