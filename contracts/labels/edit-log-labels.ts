import { z } from 'zod'
import { ENTRY_FIELD_NAMES, ENTRY_TEXT_FIELDS, type EntryFieldName } from '../entry-text-fields.ts'
import type { ReviewKind } from '../http/worklists/mark-entry-reviewed-schemas.ts'
import type { LabelsByLanguage, Language } from '../languages.ts'
import { role } from '../roles.ts'

/** The words of the edit log, for its screen and for its files. */

export const editLogAction = z.enum(['created', 'changed', 'deleted'])
export type EditLogAction = z.infer<typeof editLogAction>
/** An entry has its type as its kind, an account its role; `account` stands where the event does not say which role. */
export const subjectKind = z.enum([
  ...([
    'credit',
    'debit',
    'transfer',
    ...role.options,
    'account',
    'bill',
    'settings',
    'question',
    'books',
    'beneficiary',
    'cash_count',
    'purposes',
    'budget',
    'taxes',
    'tally',
  ] as const),
])
export type SubjectKind = z.infer<typeof subjectKind>

export const EDIT_LOG_ACTION_LABELS: LabelsByLanguage<EditLogAction> = {
  en: { created: 'created', changed: 'changed', deleted: 'deleted' },
  hi: { created: 'दर्ज किया', changed: 'बदला', deleted: 'मिटाया' },
}

/** The thing that was created, changed or deleted, by its name. */
export const EDIT_LOG_SUBJECT_LABELS: LabelsByLanguage<SubjectKind, (name: string) => string> = {
  en: {
    credit: (name) => `Money sent to ${name}`,
    debit: (name) => `Expense of ${name}`,
    transfer: (name) => `Transfer of ${name}`,
    site_incharge: (name) => `Site incharge ${name}`,
    supervisor: (name) => `Supervisor ${name}`,
    admin: (name) => `Admin ${name}`,
    accountant: (name) => `Accountant ${name}`,
    auditor: (name) => `Auditor ${name}`,
    account: (name) => `Account ${name}`,
    bill: (name) => `Bill ${name}`,
    settings: () => 'Limits of the worklists',
    question: (name) => `Question to ${name}`,
    books: () => 'Books',
    beneficiary: (name) => `Beneficiary ${name}`,
    cash_count: (name) => `Cash count of ${name}`,
    purposes: () => 'Purposes',
    budget: (name) => `Budget of ${name}`,
    taxes: () => 'Limits for tax',
    tally: () => 'Map to Tally',
  },
  hi: {
    credit: (name) => `${name} को भेजे पैसे`,
    debit: (name) => `${name} का खर्च`,
    transfer: (name) => `${name} का ट्रांसफ़र`,
    site_incharge: (name) => `साइट इंचार्ज ${name}`,
    supervisor: (name) => `सुपरवाइज़र ${name}`,
    admin: (name) => `एडमिन ${name}`,
    accountant: (name) => `अकाउंटेंट ${name}`,
    auditor: (name) => `ऑडिटर ${name}`,
    account: (name) => `खाता ${name}`,
    bill: (name) => `बिल ${name}`,
    settings: () => 'काम की सूचियों की सीमाएँ',
    question: (name) => `${name} से सवाल`,
    books: () => 'हिसाब',
    beneficiary: (name) => `पार्टी ${name}`,
    cash_count: (name) => `${name} की नकद गिनती`,
    purposes: () => '“किस लिए” की सूची',
    budget: (name) => `${name} का बजट`,
    taxes: () => 'टैक्स की सीमाएँ',
    tally: () => 'Tally की सूची',
  },
}

export const EDIT_LOG_FIELDS = [
  ...(['amount', 'date', 'paid to', 'to'] as const),
  ...ENTRY_FIELD_NAMES.map((name) => ENTRY_TEXT_FIELDS[name].editLogName),
  ...(['bills', 'name', 'site', 'mobile', 'status', 'role', 'password', 'reason', 'question', 'answer'] as const),
  ...(['review', 'alert level', 'short of cash', 'bill above', 'large', 'late'] as const),
  ...(['closed up to', 'site from', 'merged', 'apart'] as const),
  ...(['cash counted', 'cash expected', 'difference'] as const),
  ...(['list of purposes', 'budget'] as const),
  ...(['PAN', 'GSTIN', 'phone', 'from', 'at once above', 'in a year above', 'cash in a day above'] as const),
  ...(['ledger in Tally', 'default ledgers'] as const),
]
export type EditLogField = (typeof EDIT_LOG_FIELDS)[number]

/** The kind of text of a field that is no plain text: rupees, a day, an instant, or a word of the product. */
export const EDIT_LOG_FIELD_KINDS: Readonly<
  Partial<Record<EditLogField, 'rupees' | 'day' | 'instant' | 'paymentMode' | 'purpose' | 'state' | 'review'>>
> = {
  amount: 'rupees',
  'alert level': 'rupees',
  'short of cash': 'rupees',
  'bill above': 'rupees',
  large: 'rupees',
  budget: 'rupees',
  'at once above': 'rupees',
  'in a year above': 'rupees',
  'cash in a day above': 'rupees',
  'cash counted': 'rupees',
  'cash expected': 'rupees',
  difference: 'rupees',
  date: 'instant',
  'site from': 'day',
  from: 'day',
  'closed up to': 'day',
  'payment mode': 'paymentMode',
  purpose: 'purpose',
  status: 'state',
  password: 'state',
  question: 'state',
  'default ledgers': 'state',
  review: 'review',
}

/**
 * Returns the labels of the fields of contracts/entry-text-fields.ts. In English each is its name with a capital
 * letter.
 */
function entryFieldLabels(language: Language): Record<(typeof ENTRY_TEXT_FIELDS)[EntryFieldName]['editLogName'], string>
function entryFieldLabels(language: Language): Record<string, string> {
  const labelOf = ({ editLogName: name, label }: (typeof ENTRY_TEXT_FIELDS)[EntryFieldName]) =>
    language === 'en' ? name.charAt(0).toUpperCase() + name.slice(1) : label[language]
  return Object.fromEntries(Object.values(ENTRY_TEXT_FIELDS).map((field) => [field.editLogName, labelOf(field)]))
}

export const EDIT_LOG_FIELD_LABELS: LabelsByLanguage<EditLogField> = {
  en: {
    amount: 'Amount',
    date: 'Date',
    'paid to': 'Paid to',
    to: 'To',
    ...entryFieldLabels('en'),
    bills: 'Bills',
    name: 'Name',
    site: 'Site',
    mobile: 'Mobile',
    status: 'Status',
    role: 'Role',
    password: 'Password',
    reason: 'Reason',
    review: 'Looked at',
    'alert level': 'Alert level',
    'short of cash': 'Short of cash below',
    'bill above': 'Bill needed above',
    large: 'Large above',
    late: 'Late after days',
    'site from': 'At the site from',
    question: 'Question',
    answer: 'Answer',
    'closed up to': 'Closed up to',
    merged: 'Merged',
    apart: 'Apart again',
    'cash counted': 'Cash counted',
    'cash expected': 'Cash in the ledger',
    difference: 'Difference',
    'list of purposes': 'Purposes',
    budget: 'Budget',
    PAN: 'PAN',
    GSTIN: 'GSTIN',
    phone: 'Phone',
    from: 'From',
    'at once above': 'At once above',
    'in a year above': 'In a year above',
    'cash in a day above': 'Cash in a day above',
    'ledger in Tally': 'Ledger in Tally',
    'default ledgers': 'Ledgers by name',
  },
  hi: {
    amount: 'राशि',
    date: 'तारीख',
    'paid to': 'किसे दिया',
    to: 'किसे',
    ...entryFieldLabels('hi'),
    bills: 'बिल',
    name: 'नाम',
    site: 'साइट',
    mobile: 'मोबाइल',
    status: 'स्थिति',
    role: 'पद',
    password: 'पासवर्ड',
    reason: 'कारण',
    review: 'जाँच',
    'alert level': 'चेतावनी की सीमा',
    'short of cash': 'इससे कम हो तो पैसे कम',
    'bill above': 'इससे ऊपर बिल ज़रूरी',
    large: 'इससे ऊपर बड़ी रकम',
    late: 'इतने दिन बाद देर',
    'site from': 'साइट पर कब से',
    question: 'सवाल',
    answer: 'जवाब',
    'closed up to': 'इस तारीख तक बंद',
    merged: 'मिलाया',
    apart: 'फिर अलग',
    'cash counted': 'गिना हुआ नकद',
    'cash expected': 'हिसाब का नकद',
    difference: 'अंतर',
    'list of purposes': 'किस लिए',
    budget: 'बजट',
    PAN: 'PAN',
    GSTIN: 'GSTIN',
    phone: 'फ़ोन',
    from: 'कब से',
    'at once above': 'एक बार में इससे ऊपर',
    'in a year above': 'साल में इससे ऊपर',
    'cash in a day above': 'एक दिन में नकद इससे ऊपर',
    'ledger in Tally': 'Tally में खाता',
    'default ledgers': 'नाम से खाते',
  },
}

/**
 * The words of the office about an entry, and of the receiver of a transfer, as the edit log, the history and the
 * sentences name them.
 */
export const REVIEW_LABELS: LabelsByLanguage<ReviewKind | 'received'> = {
  en: { seen: 'seen', not_duplicate: 'no duplicate', no_bill_needed: 'no bill needed', received: 'received' },
  hi: { seen: 'देख लिया', not_duplicate: 'दोबारा नहीं है', no_bill_needed: 'बिल की ज़रूरत नहीं', received: 'मिल गया' },
}

/** Values of `status`, `password` and `question` that the edit log generates itself. */
export const EDIT_LOG_STATE_LABELS: LabelsByLanguage<'active' | 'disabled' | 'open' | 'closed' | '(set)' | '(closed)'> =
  {
    en: {
      active: 'active',
      disabled: 'disabled',
      open: 'open',
      closed: 'closed',
      '(set)': '(set)',
      '(closed)': '(closed)',
    },
    hi: {
      active: 'चालू',
      disabled: 'बंद',
      open: 'खुला',
      closed: 'हटाया गया',
      '(set)': '(सेट किया)',
      '(closed)': '(बंद किया)',
    },
  }
