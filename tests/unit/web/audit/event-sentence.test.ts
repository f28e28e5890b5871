import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { OPENID_ERRORS } from '@ledger/contracts/http/openid-errors.ts'
import { beforeAll, expect, test, vi } from 'vitest'

/**
 * The sentences of the audit in Hindi, after the advice of a bookkeeper who works in Hindi, with the English beside
 * them.
 */

type Sentences = typeof import('@ledger/web/src/audit/sentences/event-sentence.ts')
let eventSentence: Sentences['eventSentence']
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  ;({ eventSentence } = await import('@ledger/web/src/audit/sentences/event-sentence.ts'))
})

const ADMIN = { id: 'a', name: 'Admin', role: 'admin' } as const
const ANITA = { id: 'b', name: 'Anita Joshi', role: 'site_incharge', site: 'Canal Bridge' } as const
const expense = {
  kind: 'debit',
  account: ANITA,
  beneficiary: { id: 'x', name: 'Tea Stall' },
  paise: 5000,
  purpose: 'Tea',
  paymentMode: 'cash',
  narration: 'For the crew',
  date: '2026-11-22T06:30:00.000Z',
}

function said(type: string, data: Record<string, unknown>, actor: AuditEvent['actor'] = ADMIN, schemaVersion = 1) {
  const event: AuditEvent = {
    position: 1,
    eventId: 'e',
    type,
    schemaVersion,
    recordedAt: '2026-11-22T06:30:00.000Z',
    date: '2026-11-22T06:30:00.000Z',
    actor,
    data,
    meta: {},
    prevHash: '',
    hash: '',
  }
  return { en: eventSentence(event, 'en'), hi: eventSentence(event, 'hi') }
}

test('a name that only repeats the role is said in Hindi', () => {
  expect(said('PasswordSet', { account: ANITA })).toEqual({
    en: 'Admin set a password for Anita Joshi',
    hi: 'एडमिन ने Anita Joshi का पासवर्ड सेट किया',
  })
})

test('one’s own entry is one’s own, and another’s is named', () => {
  const data = { transaction: 't', revision: 2, before: expense, postings: [] }
  expect(said('TransactionDeleted', data, ANITA)).toEqual({
    en: 'Anita Joshi deleted their own expense of ₹50 to Tea Stall',
    hi: 'Anita Joshi ने अपना ₹50 का खर्च (Tea Stall) मिटाया',
  })
  expect(said('TransactionDeleted', data)).toEqual({
    en: 'Admin deleted the expense of ₹50 by Anita Joshi to Tea Stall',
    hi: 'एडमिन ने Anita Joshi का ₹50 का खर्च (Tea Stall) मिटाया',
  })
})

test('an edit and a deletion say why, where head office said so', () => {
  const [before, after] = [
    { ...expense, bills: [] },
    { ...expense, bills: [], paise: 6000 },
  ]
  const data = { transaction: 't', revision: 2, before, postings: [], reason: 'Bill says 60' }
  expect(said('TransactionDeleted', data, ADMIN, 3)).toEqual({
    en: 'Admin deleted the expense of ₹50 by Anita Joshi to Tea Stall (reason: Bill says 60)',
    hi: 'एडमिन ने Anita Joshi का ₹50 का खर्च (Tea Stall) मिटाया (कारण: Bill says 60)',
  })
  expect(said('TransactionEdited', { ...data, after }, ADMIN, 3)).toEqual({
    en: 'Admin changed the expense of ₹50 by Anita Joshi to Tea Stall: amount ₹50 → ₹60 (reason: Bill says 60)',
    hi: 'एडमिन ने Anita Joshi का ₹50 का खर्च (Tea Stall) बदला: राशि ₹50 → ₹60 (कारण: Bill says 60)',
  })
})

test('a question says which entry it is about, and what was asked and answered', () => {
  const about = { transaction: 't', side: 'own', question: 'q', about: expense }
  expect(said('EntryQueried', { ...about, text: 'Where is the bill?' })).toEqual({
    en: 'Admin asked about the expense of ₹50 by Anita Joshi to Tea Stall: Where is the bill?',
    hi: 'एडमिन ने एक सवाल पूछा, Anita Joshi का ₹50 का खर्च (Tea Stall): Where is the bill?',
  })
  expect(said('EntryAnswered', { ...about, text: 'Lost', bills: [] }, ANITA)).toEqual({
    en: 'Anita Joshi answered about their own expense of ₹50 to Tea Stall: Lost',
    hi: 'Anita Joshi ने सवाल का जवाब दिया, अपना ₹50 का खर्च (Tea Stall): Lost',
  })
  expect(said('EntryQueryClosed', about)).toEqual({
    en: 'Admin closed a question about the expense of ₹50 by Anita Joshi to Tea Stall',
    hi: 'एडमिन ने सवाल बंद किया, Anita Joshi का ₹50 का खर्च (Tea Stall)',
  })
})

test('money sent says what for, in the words that somebody wrote', () => {
  const { beneficiary: _, ...rest } = expense
  const credit = { ...rest, kind: 'credit', narration: 'Wages of the week' }
  const sent = (purpose: string) =>
    said('CreditRecorded', { transaction: 't', entry: { ...credit, purpose }, postings: [] })
  expect(sent('Money from Head Office')).toEqual({
    en: 'Admin sent ₹50 to Anita Joshi: Wages of the week',
    hi: 'एडमिन ने Anita Joshi को ₹50 भेजे: Wages of the week',
  })
  expect(sent('Cement').en).toBe('Admin sent ₹50 to Anita Joshi for Cement')
})

test('who signs in is named by role and name', () => {
  expect(said('SignedIn', { account: ANITA, via: 'password' }, ANITA).hi).toBe('साइट इंचार्ज Anita Joshi ने साइन इन किया')
  expect(said('SignedIn', { account: ANITA, via: 'openid' }, ANITA).hi).toBe(
    'साइट इंचार्ज Anita Joshi ने कंपनी के खाते से साइन इन किया',
  )
})

test('a file that was taken away has the name that people call it by, and one row is one', () => {
  expect(said('ReportExported', { report: 'beneficiaries', format: 'xlsx', rows: 1 })).toEqual({
    en: 'Admin downloaded the list of beneficiaries as Excel, 1 row',
    hi: 'एडमिन ने पार्टियों की सूची डाउनलोड की: एक्सेल, 1 पंक्ति',
  })
})

test('a field that was empty says so', () => {
  const profile = { firstName: 'Anita', lastName: 'Joshi', site: null, mobile: '98xxxxxx10' }
  const data = { account: 'b', before: profile, after: { ...profile, site: 'Canal Bridge' } }
  expect(said('AccountEdited', data).hi).toBe('एडमिन ने Anita Joshi की जानकारी बदली: साइट: खाली → Canal Bridge')
})

test('every reason of a refused sign-in is said in words, in both languages', () => {
  // Without a provider no sign-in is refused, so this reason is never recorded.
  const { no_provider: _, ...recorded } = OPENID_ERRORS
  for (const reason of ['wrong_name_or_password', 'disabled', ...Object.keys(recorded)]) {
    const { en, hi } = said('SignInRefused', { account: null, name: '98xxxxxx10', reason })
    expect(
      [en, hi].filter((text) => text.includes('_')),
      reason,
    ).toEqual([])
    expect(hi.split(': ')[1], reason).toMatch(/^[\p{Script=Devanagari}\s/]+$/u)
  }
})

test('a count of cash says what is missing, or what is too much', () => {
  const of = (countedPaise: number, expectedPaise: number) =>
    said('CashCounted', { account: ANITA, countedPaise, expectedPaise, comparedAt: 1 }, ANITA)
  expect(of(120_000, 124_950)).toEqual({
    en: 'Anita Joshi counted ₹1,200 in cash: ₹49.50 less than the ledger has (₹1,249.50)',
    hi: 'Anita Joshi ने नकद गिना: ₹1,200, हिसाब (₹1,249.50) से ₹49.50 कम',
  })
  expect(of(1000, 0)).toEqual({
    en: 'Anita Joshi counted ₹10 in cash: ₹10 more than the ledger has (₹0)',
    hi: 'Anita Joshi ने नकद गिना: ₹10, हिसाब (₹0) से ₹10 ज़्यादा',
  })
  expect(of(1000, 1000)).toEqual({
    en: 'Anita Joshi counted ₹10 in cash: as the ledger has it',
    hi: 'Anita Joshi ने नकद गिना: ₹10, हिसाब के बराबर',
  })
  expect(of(1000, -1)).toEqual({
    en: 'Anita Joshi counted ₹10 in cash: the ledger cannot say what should be there, since more was paid in cash than came in cash',
    hi: 'Anita Joshi ने नकद गिना: ₹10, कितना होना चाहिए, यह हिसाब से पता नहीं चलता, क्योंकि नकद जितना मिला उससे ज़्यादा दिया गया',
  })
})
