import { z } from 'zod'
import { beneficiaryGroup } from '../beneficiary-spelling-group.ts'
import { bill } from '../bill-schemas.ts'
import { ENTRY_TEXT_STORED_SHAPE } from '../entry-text-field-schemas.ts'
import { reviewKind } from '../http/worklists/mark-entry-reviewed-schemas.ts'
import { officeRole, role } from '../roles.ts'
import { changedTallyLine, listedPurpose } from './purpose-and-tally-line-schemas.ts'
import { installationSettings, officeLimits, taxLimits } from './setting-schemas.ts'

/**
 * The events that happened, named in the past tense. An event never changes; a new shape is a new `schema_version` with
 * an upcaster (upcasters.ts). No event holds a password, a mobile number or an e-mail address; at most a masked number
 * (98xxxxxx10).
 */

/** The source account of money that head office sends, as a posting names it. */
export const HEAD_OFFICE_ACCOUNT = 'head_office'

const paise = z.int()
const instant = z.iso.datetime()
/** A day in Asia/Kolkata: `2026-03-31`. */
const day = z.iso.date()

/** A person or program as an event names it: the inner id, and the name at that moment. */
export const party = z.strictObject({ id: z.string(), role, name: z.string(), site: z.string().nullable() })
export type Party = z.infer<typeof party>

export const actor = z.strictObject({
  id: z.string().describe('The inner id of the account: a UUID; all zeros where it is no account'),
  role: z.enum([...role.options, 'system', 'nobody']).describe('system: the ledger itself; nobody: a refused sign-in'),
  name: z.string().describe('The name of that moment; empty for nobody'),
})
export type Actor = z.infer<typeof actor>

/** The id of an actor without an account: the system itself, or a person whose sign-in was refused. */
const NO_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000'
export const SYSTEM_ACTOR: Actor = { id: NO_ACCOUNT_ID, role: 'system', name: 'Site Ledger' }
export const ANONYMOUS_ACTOR: Actor = { id: NO_ACCOUNT_ID, role: 'nobody', name: '' }

/**
 * One side of a movement of money: what an account received or spent. The postings of an event sum to zero: received =
 * spent.
 */
export const posting = z.strictObject({ account: z.string(), side: z.enum(['received', 'spent']), paise })
export type Posting = z.infer<typeof posting>

const commonEntryFields = {
  paise: paise.positive(),
  date: instant,
  ...ENTRY_TEXT_STORED_SHAPE,
}
const beneficiaryOfEntry = z.strictObject({ id: z.string(), name: z.string() })
/**
 * The bills that prove an entry, each by the hash of its bytes, so a changed picture is a changed log. A transfer has
 * none.
 */
const billsOfEntry = z.array(bill)

/** Money from head office to `account`. */
const creditEntry = z.strictObject({
  kind: z.literal('credit'),
  account: party,
  ...commonEntryFields,
  bills: billsOfEntry,
})
/** Money from `account` to a beneficiary. */
const debitEntry = z.strictObject({
  kind: z.literal('debit'),
  account: party,
  beneficiary: beneficiaryOfEntry,
  ...commonEntryFields,
  bills: billsOfEntry,
})
/** Money from `account` to `counterparty`: one event with two sides. */
const transferEntry = z.strictObject({
  kind: z.literal('transfer'),
  account: party,
  counterparty: party,
  ...commonEntryFields,
})

/** A transaction's content. An edit stores the whole content before and after the change. */
export const entry = z.discriminatedUnion('kind', [creditEntry, debitEntry, transferEntry])
export type Entry = z.infer<typeof entry>

export const billsOf = (entry: Entry) => (entry.kind === 'transfer' ? [] : entry.bills)

const postings = z.array(posting)
const transactionId = z.string()
/** The reason that head office gave for an edit or a deletion; null where none was given, as in the field. */
const reasonOfChange = z.string().nullable()
const recordedEntryData = <E extends z.ZodType>(shape: E) =>
  z.strictObject({ transaction: transactionId, entry: shape, postings })

/**
 * A question about one side of an entry: the id of the question, which is that of its first event, and the entry as it
 * is when the event is recorded. The account of that side is the one that is asked.
 */
const questionOnEntry = {
  transaction: transactionId,
  side: z.enum(['own', 'incoming']),
  question: z.string(),
  about: entry,
}

/** The name of an account and the site where it works. Its sign-in name is not part of the history. */
const accountProfile = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  site: z.string().nullable(),
  mobile: z.string().nullable(),
})
export type AccountProfile = z.infer<typeof accountProfile>
const aboutAccount = z.strictObject({ account: party })

const alertLevel = paise.positive().nullable()

/** Details of a beneficiary as an event may name them: the first and last two characters; null for none. */
const maskedDetails = z.strictObject({
  pan: z.string().nullable(),
  gstin: z.string().nullable(),
  phone: z.string().nullable(),
})
export type MaskedDetails = z.infer<typeof maskedDetails>

/** The site at which a supervisor works from a day on: that of its incharge; null where the supervisor has no site. */
const siteAssignment = z.strictObject({ site: party.nullable(), from: z.iso.date() })
export type SiteAssignment = z.infer<typeof siteAssignment>

export const EVENT_DATA_SCHEMAS = {
  CreditRecorded: recordedEntryData(creditEntry),
  DebitRecorded: recordedEntryData(debitEntry),
  TransferRecorded: recordedEntryData(transferEntry),
  TransactionEdited: z.strictObject({
    transaction: transactionId,
    revision: z.int(),
    before: entry,
    after: entry,
    postings,
    reason: reasonOfChange,
  }),
  TransactionDeleted: z.strictObject({
    transaction: transactionId,
    revision: z.int(),
    before: entry,
    postings,
    reason: reasonOfChange,
  }),
  AccountOpened: z.strictObject({ account: z.string(), role, profile: accountProfile }),
  AccountEdited: z.strictObject({ account: z.string(), before: accountProfile, after: accountProfile }),
  /** Another role for an account of head office; `account` has the role before. It ends the account's sessions. */
  AccountRoleChanged: z.strictObject({ account: party, newRole: officeRole }),
  AccountDisabled: aboutAccount,
  AccountEnabled: aboutAccount,
  AccountClosed: aboutAccount,
  PasswordSet: aboutAccount,
  PasswordRevealed: aboutAccount,
  SignedIn: z.strictObject({ account: party, via: z.enum(['password', 'openid']) }),
  SignInRefused: z.strictObject({ account: party.nullable(), name: z.string(), reason: z.string() }),
  /**
   * The bytes of a bill were removed, as a law may require. Its hash stays where entries name it. The actor is the
   * account that erased it.
   */
  BillErased: z.strictObject({ bill: z.string(), reason: z.string() }),
  ReportExported: z.strictObject({ report: z.string(), format: z.string(), rows: z.int() }),
  /** `before` is null if no settings were recorded before. */
  SettingsChanged: z.strictObject({ before: installationSettings.nullable(), after: installationSettings }),
  /** The limits before, and as the office set them. */
  OfficeSettingsChanged: z.strictObject({ before: officeLimits, after: officeLimits }),
  /** The limits of the lists for tax from a day on. `before` are those that held on that day until now. */
  TaxLimitsSet: z.strictObject({ from: day, before: taxLimits, after: taxLimits }),
  /** The details of a beneficiary changed. They are stored outside the log; the event has them masked. */
  BeneficiaryDetailsChanged: z.strictObject({ beneficiary: beneficiaryOfEntry, details: maskedDetails }),
  /** The balance below which an account is short of cash; null where that of all accounts counts. */
  AlertLevelSet: z.strictObject({ account: party, before: alertLevel, after: alertLevel }),
  /**
   * A supervisor works at another site, or at none, from a day on. The same site with another day moves that day.
   * `before` is the assignment that was recorded last; null before the first.
   */
  SupervisorAssigned: z.strictObject({ account: party, before: siteAssignment.nullable(), after: siteAssignment }),
  /**
   * The office has looked at an entry. It changes neither a figure nor the revision, so it names the revision and holds
   * the entry that was looked at: an edit later does not change what was said.
   */
  EntryReviewed: z.strictObject({
    transaction: transactionId,
    revision: z.int(),
    as: reviewKind,
    reason: z.string().nullable(),
    reviewed: entry,
  }),
  /** Questions move no money and leave the revision of the entry as it is. */
  EntryQueried: z.strictObject({ ...questionOnEntry, text: z.string() }),
  EntryAnswered: z.strictObject({ ...questionOnEntry, text: z.string(), bills: billsOfEntry }),
  EntryQueryClosed: z.strictObject(questionOnEntry),
  /**
   * The receiver of a transfer says that the money has come. It moves none and leaves the revision of the entry as it
   * is. `about` is the transfer as it was then: an edit of amount, date or payment mode takes the acknowledgement away.
   */
  TransferAcknowledged: z.strictObject({ transaction: transactionId, revision: z.int(), about: transferEntry }),
  /**
   * A field user has counted the cash in hand. `expectedPaise` is what the ledger had: the account's receipts less its
   * payments in mode `cash`, of all entries that were not deleted up to the position `comparedAt`. It may be below
   * zero. A count moves no money.
   */
  CashCounted: z.strictObject({
    account: party,
    countedPaise: paise.nonnegative(),
    expectedPaise: paise,
    comparedAt: z.int().nonnegative(),
  }),
  /**
   * The books are closed up to a day, that day included. From here on no entry that is dated on or before it is
   * recorded, changed or deleted. `before` is the day up to which they were closed before.
   */
  BooksClosed: z.strictObject({ upTo: day, before: day.nullable() }),
  /**
   * Closings after the day `upTo` no longer hold. `before` and `after` are the days up to which the books were closed
   * before and are closed now; `after` is null where no closing is left.
   */
  BooksReopened: z.strictObject({ upTo: day, reason: z.string(), before: day, after: day.nullable() }),
  /**
   * The sealed balances of a closing: for every account one leaf of a Merkle tree (RFC 6962), which
   * ledger-service/proof/seals/ describes. `closing` is the position of the closing, and the leaves follow from the
   * log up to there. `received` and `spent` are the sums over all accounts since the closing before, and are equal.
   */
  BooksSealed: z.strictObject({
    upTo: day,
    closing: z.int().positive(),
    accounts: z.int().nonnegative(),
    /** The root of the tree, in lower-case hex. */
    root: z.string(),
    receivedPaise: paise,
    spentPaise: paise,
  }),
  /**
   * A beneficiary is shown by another name. No entry changes: the read models show the name. A name that was never
   * typed is one more spelling of it, so that entries with this name belong to it.
   */
  BeneficiaryRenamed: z.strictObject({ before: beneficiaryGroup, after: beneficiaryGroup }),
  /** Spellings are one beneficiary from here on, in all entries of before and after. Each group is that of before. */
  BeneficiariesMerged: z.strictObject({ from: z.array(beneficiaryGroup).min(1), into: beneficiaryGroup }),
  /** A merge is undone: `apart` is a beneficiary of its own again, and `after` is left of `before`. */
  BeneficiariesUnmerged: z.strictObject({
    before: beneficiaryGroup,
    after: beneficiaryGroup,
    apart: beneficiaryGroup,
  }),
  /** The whole list before and after. The first list has the revision 2, each later one 1 more. */
  PurposesChanged: z.strictObject({
    listRevision: z.int().min(2),
    before: z.array(listedPurpose),
    after: z.array(listedPurpose),
  }),
  /** A budget of a site for a purpose: of a month, or without one of the whole time. null: there is none. */
  BudgetSet: z.strictObject({
    site: party,
    purpose: z.string(),
    /** `2026-11` */
    month: z.string().nullable(),
    before: paise.positive().nullable(),
    after: paise.positive().nullable(),
  }),
  /** Lines of the map to Tally that changed, and whether what has no line gets a ledger of its own name. */
  TallyMapChanged: z.strictObject({
    lines: z.array(changedTallyLine),
    defaults: z.strictObject({ before: z.boolean(), after: z.boolean() }),
  }),
  /**
   * A file for Tally. It follows from the log up to `position`, from the days and the format, in the form of the number
   * `layout`; so it is made again rather than stored, and its hash says whether it is the same.
   */
  TallyExported: z.strictObject({
    from: day,
    to: day,
    format: z.enum(['xml', 'csv']),
    layout: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    /** The position of the earlier file of these days that it follows; 0 where there was none. */
    after: z.int().nonnegative(),
    position: z.int().nonnegative(),
    vouchers: z.int().nonnegative(),
    altered: z.int().nonnegative(),
    cancelled: z.int().nonnegative(),
    closedUpTo: day.nullable(),
    bytes: z.int().nonnegative(),
    /** In lower-case hex. */
    sha256: z.string(),
  }),
} as const satisfies Record<string, z.ZodType>

export type EventType = keyof typeof EVENT_DATA_SCHEMAS
export type EventData<T extends EventType> = z.infer<(typeof EVENT_DATA_SCHEMAS)[T]>

/**
 * An event as a decision returns it, before the log gives it a position. `date` is when it happened; if it is omitted,
 * that is when it was recorded.
 */
export type NewEvent = { [T in EventType]: { type: T; date?: string; data: EventData<T> } }[EventType]

/** The origin of a command, stored beside the event. */
export interface EventMeta {
  requestId?: string
  ip?: string
  agent?: string
  /** The phone's own clock at the time of entry, ISO 8601 as the phone wrote it; it may be wrong. */
  enteredAt?: string
}

/**
 * An event with its position in the log of a company. `position` counts from 1 without gaps; hashes are lower-case hex.
 */
export type LedgerEvent = NewEvent & {
  position: number
  eventId: string
  schemaVersion: number
  recordedAt: string
  date: string
  actor: Actor
  meta: EventMeta
}
