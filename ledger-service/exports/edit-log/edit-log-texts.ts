import { VOUCHER_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { BILL_COLUMN_HEADERS } from '@ledger/contracts/spreadsheets/bill-count-and-link-columns.ts'

/** The words of the files that the screen does not have. */

const ENGLISH_COLUMN_HEADERS = {
  position: 'Position',
  recordedAt: 'Recorded at (IST)',
  action: 'Action',
  what: 'What',
  site: 'Site',
  id: 'Id',
  by: 'By',
  role: 'Role',
  from: 'IP address',
  field: 'Field',
  before: 'Old value',
  after: 'New value',
  voucher: VOUCHER_LABEL.en,
  ...BILL_COLUMN_HEADERS.en,
}

/** The headers of the columns. */
export const COLUMN_HEADERS: Readonly<Record<Language, Readonly<typeof ENGLISH_COLUMN_HEADERS>>> = {
  en: ENGLISH_COLUMN_HEADERS,
  hi: {
    position: 'क्रमांक',
    recordedAt: 'कब दर्ज हुआ (IST)',
    action: 'क्या किया',
    what: 'क्या',
    site: 'साइट',
    id: 'ID',
    by: 'किसने',
    role: 'पद',
    from: 'IP पता',
    field: 'क्या बदला',
    before: 'पहले',
    after: 'बाद में',
    voucher: VOUCHER_LABEL.hi,
    ...BILL_COLUMN_HEADERS.hi,
  },
}

export const SHEET_NAMES: Readonly<Record<Language, string>> = { en: 'Edit Log', hi: 'बदलावों का रिकॉर्ड' }

/** The sums of a page: what was created and deleted, and by how much changes moved the amounts of entries. */
export type ChangedAmount = 'created' | 'raised' | 'lowered' | 'deleted'

const ENGLISH_PAGE_WORDS = {
  title: 'Edit log',
  financialYear: (from: string, to: string) => `Financial year ${from}–${to}`,
  period: (from: string, to: string) => `From ${from} to ${to}`,
  beginning: 'the beginning',
  now: 'now',
  everything: 'Everything that was created, changed and deleted',
  only: (actions: string) => `Only what was ${actions}`,
  by: 'By',
  account: 'Concerning',
  made: (at: string) => `Made ${at} IST.`,
  and: 'and',
  byAndFrom: 'By, from IP address',
  pageOf: (number: string, all: string) => `Page ${number} of ${all}`,
  thisPage: 'This page',
  upToHere: 'Up to here',
  changes: (count: string) => (count === '1' ? '1 change' : `${count} changes`),
  amounts: ({ created, raised, lowered, deleted }: Readonly<Record<ChangedAmount, string>>) =>
    `amounts created ${created}, raised by ${raised}, lowered by ${lowered}, deleted ${deleted}`,
  none: 'Nothing was found for this period and these filters.',
  checkpoint: (origin: string, size: string, root: string) =>
    `Signed checkpoint: ${origin}, ${size} events, root ${root}`,
  unsigned: 'No checkpoint was signed yet.',
  empty: '(empty)',
}
type PageWords = Readonly<typeof ENGLISH_PAGE_WORDS>

/** The texts on the pages of a PDF. */
export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = {
  en: ENGLISH_PAGE_WORDS,
  hi: {
    title: 'बदलावों का रिकॉर्ड',
    financialYear: (from, to) => `वित्त वर्ष ${from}–${to}`,
    period: (from, to) => `${from} से ${to} तक`,
    beginning: 'शुरू',
    now: 'अभी',
    everything: 'जो कुछ दर्ज हुआ, बदला या मिटा',
    only: (actions) => `सिर्फ़ यह: ${actions}`,
    by: 'किसने',
    account: 'किसके बारे में',
    made: (at) => `${at} IST को बना।`,
    and: 'और',
    byAndFrom: 'किसने, किस IP पते से',
    pageOf: (number, all) => `पेज ${number} / ${all}`,
    thisPage: 'इस पेज पर',
    upToHere: 'यहाँ तक',
    changes: (count) => (count === '1' ? '1 बदलाव' : `${count} बदलाव`),
    amounts: ({ created, raised, lowered, deleted }) =>
      `राशि: दर्ज ${created}, बढ़ी ${raised}, घटी ${lowered}, मिटाई ${deleted}`,
    none: 'इन तारीखों और फ़िल्टर में कुछ नहीं मिला।',
    checkpoint: (origin, size, root) => `लगी हुई मुहर: ${origin}, ${size} गतिविधियाँ, मूल हैश ${root}`,
    unsigned: 'अभी कोई मुहर नहीं लगी।',
    empty: '(खाली)',
  },
}
