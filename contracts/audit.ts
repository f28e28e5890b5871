import { z } from 'zod'
import { FIELDS } from './edit-log-words.ts'
import { actor } from './events.ts'
import { LANGUAGES } from './languages.ts'
import { decimal } from './money.ts'
import { paymentMode } from './payment-modes.ts'
import { projectionName } from './projections.ts'
import { day, moment, page } from './queries.ts'
import { role } from './roles.ts'
import { line } from './text.ts'

/** The shapes of the audit calls (api.md, "The audit calls"). Hashes are lower-case hex, positions count from 1. */

const instant = z.iso.datetime()
const position = z.int().nonnegative()

export const auditEvent = z.object({
  position,
  eventId: z.string(),
  type: z.string(),
  schemaVersion: z.int(),
  recordedAt: instant,
  date: instant,
  actor,
  data: z.record(z.string(), z.unknown()),
  meta: z.record(z.string(), z.unknown()),
  hash: z.string(),
  prevHash: z.string(),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const auditEvents = z.object({ events: z.array(auditEvent), next: z.string().nullable() })

/** One revision of a transaction: who made it so, and the entry before and after, null where there was or is none. */
export const revision = z.object({
  revision: z.int(),
  type: z.string(),
  position,
  recordedAt: instant,
  actor,
  meta: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
/** The oldest first; `next` is what to ask for after these, null where they are the last. */
export const history = z.object({
  transaction: z.string(),
  revisions: z.array(revision),
  next: z.string().nullable(),
})
export type History = z.infer<typeof history>

export const asOfAnswer = z.object({
  position,
  recordedAt: instant.nullable(),
  accounts: z.array(
    z.object({
      account: z.string(),
      name: z.string(),
      kind: z.enum(['head_office', 'site_incharge', 'supervisor', 'beneficiary']),
      received: decimal,
      spent: decimal,
      balance: decimal,
    }),
  ),
  /** Received minus spent over all accounts is zero at every position. */
  trialBalance: z.object({ received: decimal, spent: decimal, difference: decimal }),
})
export type AsOf = z.infer<typeof asOfAnswer>

/** Head office's side of a payment and a beneficiary's are rows, too. `party` is `head_office` where money came from there. */
export const ledgerAsOfAnswer = z.object({
  position,
  account: z.object({ id: z.string(), name: z.string(), kind: asOfAnswer.shape.accounts.element.shape.kind }),
  received: decimal,
  spent: decimal,
  balance: decimal,
  entries: position,
  /** The newest `date` first; `balance` is the account's after that row. */
  rows: z.array(
    z.object({
      id: z.string(),
      /** Of the event that made the entry read so, and how often it had been changed by then. */
      position,
      revision: z.int().positive(),
      type: z.enum(['credit', 'debit']),
      isTransfer: z.boolean(),
      date: instant,
      amount: decimal,
      party: z.string(),
      purpose: z.string(),
      paymentMode,
      narration: z.string(),
      balance: decimal,
    }),
  ),
  /** What to pass as `skip` for older rows. */
  next: position.nullable(),
})
export type LedgerAsOf = z.infer<typeof ledgerAsOfAnswer>

const compared = z.enum(['equal', 'different', 'not compared'])
export const verificationReport = z.object({
  ok: z.boolean(),
  events: position,
  head: z.object({ position, hash: z.string() }),
  checkpoint: z.object({ size: position, root: z.string(), note: z.string() }).nullable(),
  firstBad: z.object({ position, reason: z.string() }).optional(),
  problems: z.array(z.string()),
  states: compared,
  projections: z.record(z.string(), compared),
  /** The bytes of bills are read each night and at the terminal, and not for whoever asks here. */
  bills: compared,
})

/** The newest first, a page at a time: whoever wants all of them follows the `Link` header, or takes the export. */
export const checkpointsQuery = z.strictObject(page)
export const checkpoints = z.array(z.object({ size: position, note: z.string(), signedAt: instant }))

/** C2SP signed-note verifier key: `<name>+<hash>+<base64>`. */
export const publicKey = z.object({ origin: z.string(), verifierKey: z.string() })

/** What proves one entry offline: the event, the way from its hash to the root, and the signed root. */
export const proof = z.object({
  event: auditEvent,
  companyId: z.string(),
  /** Counts from 0. */
  leafIndex: position,
  treeSize: position,
  /** Base64, from the leaf upwards. */
  inclusion: z.array(z.string()),
  checkpoint: z.string(),
  verifierKey: z.string(),
})
export type Proof = z.infer<typeof proof>

const eventFilter = {
  type: z
    .string()
    .regex(/^\w{0,40}(,\w{0,40}){0,19}$/, 'Types are names of events, by commas')
    .transform((list) => list.split(','))
    .optional()
    .meta({ description: 'Events of these types, one or more by commas; left out, of all', examples: ['SignedIn'] }),
  account: line(100).optional(),
  actor: line(100).optional(),
  transaction: line(100).optional(),
  from: moment,
  to: moment,
}
const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'A position is a whole number')
  .transform(Number)

export const eventCountQuery = z.strictObject(eventFilter)
export type EventFilter = z.infer<typeof eventCountQuery>
export const eventCount = z.object({ count: position })
const rowsOfPage = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'A page has 1 to 1000 rows')
  .transform(Number)
export const eventsQuery = eventCountQuery.extend({ after: digits.optional(), limit: rowsOfPage.default(200) })
export const historyQuery = z.strictObject({ after: digits.optional(), limit: rowsOfPage.default(1000) })

export const asOfQuery = z.strictObject({ position: digits.optional(), at: moment })
export const ledgerAsOfQuery = asOfQuery.extend({
  account: line(100).min(1),
  skip: digits.default(0),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, 'A page has 1 to 200 rows')
    .transform(Number)
    .default(50),
})

/** That the tree of one size is the beginning of the tree of another (RFC 6962, 2.1.2): base64, for a browser that remembers. */
export const consistency = z.object({ from: position, to: position, proof: z.array(z.string()) })
export const consistencyQuery = z.strictObject({ from: digits, to: digits })

const editLogAction = z.enum(['created', 'changed', 'deleted'])
export type EditLogAction = z.infer<typeof editLogAction>
/** An entry by what it is, an account by its role; `account` where the event does not say which. */
const subjectKind = z.enum(['credit', 'debit', 'transfer', ...role.options, 'account', 'bill'])
export type SubjectKind = z.infer<typeof subjectKind>

/**
 * One line of the edit log (Companies (Accounts) Rules 2014, rule 3(1)): what was created, changed or deleted, by whom, when,
 * and the old and new value of each field.
 */
export const editLogRow = z.object({
  position,
  recordedAt: instant,
  action: editLogAction,
  /** What it was done to, in English: `Expense of …`, `Site incharge …`; and the same in its parts, for another language. */
  subject: z.string(),
  subjectKind,
  subjectName: z.string(),
  subjectId: z.string(),
  /** The site of the account that it concerns; null for one without, or where the event does not say. */
  site: z.string().nullable(),
  actor,
  from: z.string().nullable(),
  fields: z.array(z.object({ field: z.enum(FIELDS), before: z.string().nullable(), after: z.string().nullable() })),
  /** Of the entry after the change, or of the one that was deleted; null where no money is concerned. */
  amount: decimal.nullable(),
  /** The ids of that entry's bills. */
  bills: z.array(z.string()),
})
export type EditLogRow = z.infer<typeof editLogRow>

export const editLog = z.object({ rows: z.array(editLogRow), next: z.string().nullable() })

const editLogAsked = {
  /** Days in Asia/Kolkata, both inclusive. */
  from: day,
  to: day,
  /** `2026` is the financial year from 1 April 2026 to 31 March 2027, instead of from and to. */
  year: z
    .string()
    .regex(/^2\d{3}$/, 'A financial year is the year that it begins in')
    .optional(),
  action: z
    .string()
    .regex(/^(created|changed|deleted)(,(created|changed|deleted)){0,2}$/, 'Actions are created, changed and deleted')
    .transform((list) => list.split(',') as EditLogAction[])
    .optional()
    .meta({ description: 'What was done: one or more, by commas; left out, all', examples: ['changed,deleted'] }),
  actor: line(100).optional().meta({ description: 'The account that did it, by its id or inner id' }),
  account: line(100).optional().meta({
    description: 'The account that it concerns, by its id or inner id: for a site, that of its incharge',
  }),
}
export const editLogQuery = z.strictObject({ ...editLogAsked, after: digits.optional() })
export const editLogCountQuery = z.strictObject(editLogAsked)
export const editLogFileQuery = z.strictObject({
  ...editLogAsked,
  format: z.enum(['xlsx', 'csv', 'pdf']),
  language: z.enum(LANGUAGES).default('en'),
})
export type EditLogAsked = z.infer<typeof editLogCountQuery>
export type EditLogPeriod = Pick<EditLogAsked, 'from' | 'to' | 'year'>

export const verificationResult = z.object({
  what: z.enum(['ledger', 'read_models']),
  verifiedAt: instant,
  ok: z.boolean(),
  report: z.record(z.string(), z.unknown()),
})

/** What is wrong by the last verification of each kind; `late`: there has been none for too long. None is well. */
export const alarms = z.array(
  z.object({
    what: z.enum([...verificationResult.shape.what.options, 'late']),
    since: instant,
    firstBad: verificationReport.shape.firstBad,
    problems: z.array(z.string()),
  }),
)

/** What head office took away as a file that its browser made. */
const EXPORTED = [
  'site-ledger',
  'supervisor-ledger',
  'beneficiaries',
  'beneficiary-statement',
  'transactions',
  'sites',
  'supervisors',
  'events',
] as const

export const exportBody = z.strictObject({
  report: z.enum(EXPORTED, { error: 'There is no such report' }),
  rows: z.int('A number of rows is a whole number').nonnegative('A number of rows is a whole number').max(1e9),
  format: z.enum(['xlsx', 'csv'], { error: 'There is no such format' }).default('xlsx'),
})
export type ExportedReport = z.infer<typeof exportBody>['report']

export const rebuildBody = z.strictObject({ projection: projectionName })
export const rebuildState = z.object({
  projection: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  events: position,
  of: position,
  changedAt: instant,
})
