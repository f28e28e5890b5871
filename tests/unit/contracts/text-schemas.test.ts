import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { contactFormBody } from '@ledger/contracts/http/contact-form-schemas.ts'
import {
  creditBody,
  deleteCreditBody,
  editCreditBody,
  expenseBody,
  sendMoneyBody,
  transferBody,
} from '@ledger/contracts/http/entry-requests.ts'
import {
  createAuditorBody,
  createSiteUserBody,
  createSupervisorBody,
  editSiteUserBody,
  editSupervisorBody,
} from '@ledger/contracts/http/people/people-requests.ts'
import { adminLoginBody } from '@ledger/contracts/http/people/sign-in-requests.ts'
import {
  companyTransactionsQuery,
  peopleQueryParams,
  transactionsQueryParams,
} from '@ledger/contracts/http/query-parameters.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { randomSeed } from '../../environment/random-seed.ts'

/** api.md, Text: one rule for every free text that the contracts accept. */

const UNPRINTABLE = 'Please remove characters that cannot be printed'
const entry = { amount: '1', recipient: 'Sharma', purpose: 'Cement', paymentMode: 'cash', narration: 'Ten bags' }
const person = { name: 'Asha Rao', mobile: '9800000001', password: 'Site-Pass-1', email: 'asha@example.in' }
const names = { firstName: 'Asha', lastName: 'Rao', mobile: '9800000001', password: 'Site-Pass-1' }
const visitor = { name: 'Asha', email: 'asha@example.in', phone: '98', message: 'Hello' }
const sent = { amount: '1', paymentMode: 'upi', narration: 'For the site' }

/** A valid body, its fields of one line, and those with line breaks. */
const BODIES: readonly (readonly [string, z.ZodType, Record<string, unknown>, readonly string[], readonly string[]])[] =
  [
    ['expense', expenseBody, entry, ['recipient', 'purpose'], ['narration']],
    ['credit', creditBody, entry, ['recipient', 'purpose'], ['narration']],
    ['edit by the office', editCreditBody, { ...entry, reason: 'Sent twice' }, ['reason'], ['narration']],
    ['deletion by the office', deleteCreditBody, { reason: 'Sent twice' }, ['reason'], []],
    ['money sent', sendMoneyBody, { ...sent, siteInchargeId: 'site_9800000001' }, [], ['narration']],
    ['transfer', transferBody, { ...sent, toUserId: 'supervisor_9800000001' }, [], ['narration']],
    ['new incharge', createSiteUserBody, { ...person, siteName: 'Pune' }, ['name', 'siteName', 'email'], []],
    ['new incharge, two names', createSiteUserBody, names, ['firstName', 'lastName'], []],
    ['incharge', editSiteUserBody, { ...person, siteName: 'Pune' }, ['name', 'siteName', 'email'], []],
    ['new supervisor', createSupervisorBody, person, ['name', 'email'], []],
    ['supervisor', editSupervisorBody, person, ['name', 'email'], []],
    [
      'new auditor',
      createAuditorBody,
      { name: 'Asha', email: 'a@example.in', password: 'Site-Pass-1' },
      ['name', 'email'],
      [],
    ],
    ['sign-in', adminLoginBody, { email: 'a@example.in', password: 'x' }, ['email'], []],
    ['contact', contactFormBody, visitor, ['name', 'email', 'phone'], ['message']],
    ['people', peopleQueryParams, { q: 'Asha' }, ['q'], []],
    ['transactions', transactionsQueryParams, { q: 'Asha' }, ['q'], []],
    ['company transactions', companyTransactionsQuery, { q: 'Asha' }, ['q'], []],
  ]

/** Characters that no field accepts, in the middle of a text that is right otherwise. */
const FORBIDDEN = [
  ...['\u0000', '\u0001', '\t', '\u001b', '\u007f', '\u0085', '\u009b', '\ud800', '\udc00', '\uffff', '\ufffe'],
  ...['\ufdd0', '\u{1fffe}', '\u{10ffff}', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f'],
  ...['\u115f', '\u1160', '\u3164', '\uffa0', '\u180e', '\ufe0f', '\u{e0041}', '\u{e0100}', '\u2800', '\u2028'],
  ...['\u2029', '\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'],
]
/** Invisible characters and white space: a text of these alone counts as empty. */
const NOTHING = [
  '\u200b',
  '\u3164',
  '\u115f',
  '\u00ad',
  '\u2800',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\u00a0\u3000',
  '\u0301',
]

describe.each(BODIES)('%s', (_name, schema, right, oneLine, withLines) => {
  const says = (field: string, value: unknown) =>
    schema.safeParse({ ...right, [field]: value }).error?.issues[0]?.message

  test('is taken as it is', () => {
    expect(schema.safeParse(right).error?.issues).toBeUndefined()
  })

  test.each([...oneLine, ...withLines])('%s takes nothing that cannot be printed', (field) => {
    // U+0085 and the like stand between letters that are no Indic ones, so that no joiner is in its place.
    for (const bad of FORBIDDEN) expect(says(field, `a@b${bad}c`), JSON.stringify(bad)).toBe(UNPRINTABLE)
    for (const none of NOTHING.slice(0, 8)) expect(says(field, none), JSON.stringify(none)).toBe(UNPRINTABLE)
  })

  test.each(oneLine)('%s has one line', (field) => {
    for (const breaks of ['a@b\nc', 'a@b\rc', 'a@b\r\nc']) expect(says(field, breaks)).toBe(UNPRINTABLE)
  })
})

describe('a text', () => {
  const narration = (text: string) => expenseBody.parse({ ...entry, narration: text }).narration
  const recipient = (text: string) => expenseBody.safeParse({ ...entry, recipient: text })

  test('keeps its lines where it has some, each ended by one character', () => {
    expect(narration(' one\r\ntwo\rthree\n\nfour \n')).toBe('one\ntwo\nthree\n\nfour')
    expect(contactFormBody.parse({ ...visitor, message: 'one\r\ntwo' }).message).toBe('one\ntwo')
  })

  test('is NFC, so that what is searched for is found', () => {
    expect(recipient('Cafe\u0301').data?.recipient).toBe('Caf\u00e9')
    expect(narration('क\u093cलम')).toBe('क\u093cलम')
    expect(transactionsQueryParams.parse({ q: 'Cafe\u0301' }).q).toBe('Caf\u00e9')
  })

  test('may come in as many more code units as NFC makes fewer', () => {
    // α with three marks: four code units, of which NFC makes one.
    const decomposed = '\u03b1\u0313\u0300\u0345'
    expect(narration(decomposed.repeat(1000))).toBe('\u1f82'.repeat(1000))
    expect(recipient(decomposed.repeat(120)).data?.recipient).toBe('\u1f82'.repeat(120))
    for (const long of ['x'.repeat(121), decomposed.repeat(121), 'e\u0301'.repeat(121), decomposed.repeat(4000)])
      expect(recipient(long).error?.issues).toMatchObject([{ message: 'Please use at most 120 characters' }])
  })

  test('has at most 30 marks in a row, which no script comes near', () => {
    expect(recipient(`a${'\u0323'.repeat(30)}`).success).toBe(true)
    expect(recipient(`${'क\u093c\u094d'.repeat(20)}ष`).success).toBe(true)
    for (const marks of ['\u0323'.repeat(31), '\u0345\u0300'.repeat(16), '\u0344'.repeat(16)])
      expect(recipient(`a${marks}`).error?.issues[0]?.message).toBe(UNPRINTABLE)
  })

  test('that is required shows something', () => {
    for (const none of NOTHING.slice(8)) expect(recipient(none).error?.issues[0]?.message).toBe('Recipient is required')
    for (const shown of ['.', '1', '€', 'क', '🏗', '(', '॥']) expect(recipient(shown).success, shown).toBe(true)
  })

  test.each([
    ...['क्‍षत्रिय', 'श्री‌राम', 'র‍্যাব', 'അവന്‍', 'ක්‍රම', 'مڑ‌گئے', 'ਸਿੰਘ', 'ଓଡ଼ିଆ', 'தமிழ் கடை'],
    ...['❤️', '1️⃣', '👨‍👩‍👧', '👩🏽‍🚒', '🏳️‍🌈', '؁ 2026', 'O’Neil & Sons', '“₹ 10”', 'a\u00a0b'],
  ])('%s is ordinary, joiners and selectors in their places', (text) => {
    const kept = recipient(text)
    expect(kept.data?.recipient).toBe(text.normalize('NFC'))
  })
})

describe('two names that look the same', () => {
  test.each(['\u200b', '\u2060', '\u00ad', '\u200d', '\ufeff', '\u034f', '\ufe0f', '\u202a', '\u3164', '\u{e0020}'])(
    'are one beneficiary, whatever invisible character an old event holds: %j',
    (invisible) => {
      expect(beneficiaryId(`Ramesh Steel${invisible} Traders`)).toBe('b:ramesh steel traders')
    },
  )

  test('are one where the gap is a line, a tab, or a braille blank', () => {
    for (const gap of ['\n', '\t', '\u2800', '\u00a0', ' \u200b '])
      expect(beneficiaryId(`Ramesh${gap}Steel`)).toBe('b:ramesh steel')
  })

  test('are one in whichever form the letters came, an invisible one between them too', () => {
    expect(beneficiaryId('Cafe\u200b\u0301')).toBe(beneficiaryId('Café'))
    expect(beneficiaryId('क्‍षत्रिय')).toBe(beneficiaryId('क्षत्रिय'))
  })

  test('and a name in which all can be seen has the id that it always had', () => {
    const before = (name: string) => `b:${name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()}`
    const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => recipientTakes(text))
    fc.assert(
      fc.property(anyText, (name) => {
        fc.pre(!/\u200c|\u200d|\ufe0e|\ufe0f/.test(name))
        expect(beneficiaryId(name)).toBe(before(name))
      }),
      { seed: randomSeed, numRuns: 2000 },
    )
    expect(beneficiaryId('؁ 2026')).toBe('b:؁ 2026')
  })
})

const recipientTakes = (recipient: string) => expenseBody.safeParse({ ...entry, recipient }).success
