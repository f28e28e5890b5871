import { z } from 'zod'
import { bill } from '../bill-schemas.ts'
import { isDay } from '../dates.ts'
import { actor } from '../events/event-schemas.ts'
import { EDIT_LOG_FIELDS, type EditLogAction, editLogAction, subjectKind } from '../labels/edit-log-labels.ts'
import { LANGUAGES } from '../languages.ts'
import { decimalAmount } from '../money.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from '../payment-modes.ts'
import { projectionName } from '../projection-names.ts'
import { singleLineText } from '../text/text-schemas.ts'
import { dayParam, momentParam, pageParams } from './query-parameters.ts'
import { reviewKind } from './worklists/worklist-schemas.ts'

/** The shapes of the audit calls (api.md, "The audit calls"). Hashes are lower-case hex, positions count from 1. */

const instant = z.iso.datetime()
const position = z.int().nonnegative()

const ACTOR = 'The account that did it'
const NEXT = 'Send it as `after` for the next page; null on the last one'
const VERIFIER_KEY = 'The key of the signer as C2SP signed-note writes it: `<name>+<hash>+<base64>`'
const NOTE = 'The signed checkpoint as text (C2SP tlog-checkpoint)'

export const auditEvent = z
  .object({
    position: position.describe('The place in the log, from 1 without gaps'),
    eventId: z.string().describe('A UUID'),
    type: z.string().describe('The kind of event, such as DebitRecorded'),
    schemaVersion: z.int().describe('The version of the form of `data`, from 1'),
    recordedAt: instant.describe('When the ledger took it, in UTC; never earlier than the event before'),
    date: instant.describe('When it happened, as the person says, in UTC'),
    actor: actor.describe(ACTOR),
    data: z
      .record(z.string(), z.unknown())
      .describe('The hashed content; its fields follow from `type`, amounts are in paise'),
    meta: z.record(z.string(), z.unknown()).describe('Where it came from: request, address and program'),
    hash: z.string().describe('SHA-256 over the fields of this event and `prevHash`, in hex'),
    prevHash: z.string().describe('The hash of the event before, in hex; zeros for the first'),
  })
  .describe('An event of the log, with all that its hash covers')
export type AuditEvent = z.infer<typeof auditEvent>

export const auditEvents = z.object({
  events: z.array(auditEvent).describe('One page, in the order of the log'),
  next: z.string().nullable().describe(NEXT),
})

/** One revision of a transaction. */
export const transactionRevision = z.object({
  revision: z.int().describe('1 when recorded, one more with each change'),
  type: z.string().describe('The type of the event that made it'),
  position: position.describe('The place of that event in the log'),
  recordedAt: instant.describe('When the ledger took it, in UTC'),
  actor: actor.describe(ACTOR),
  meta: z.record(z.string(), z.unknown()).describe('Where it came from: request, address and program'),
  before: z.record(z.string(), z.unknown()).nullable().describe('The entry before; null where there was none'),
  after: z.record(z.string(), z.unknown()).nullable().describe('The entry after; null where it was deleted'),
  reason: z
    .string()
    .nullable()
    .meta({
      description: 'Why head office changed, deleted or reviewed it; null where no reason was given, as in the field',
      examples: ['Sent twice'],
    }),
  review: reviewKind
    .optional()
    .describe('There only where the office looked at the entry: it is the same before and after'),
})
const NOT_OF_QUESTIONS = { revision: true, before: true, after: true, reason: true, review: true } as const
/** A question about a transaction, an answer, or a closing: it changes no revision. */
const questionRecord = transactionRevision.omit(NOT_OF_QUESTIONS).extend({
  question: z.string().describe('The id of the question: a UUID'),
  text: z.string().nullable().describe('The question or the answer; null where it was closed'),
  bills: z.array(z.object(bill.shape)).describe('Bills of the answer'),
})
export const transactionHistory = z.object({
  transaction: z.string().describe('The id of the transaction: a UUID'),
  revisions: z.array(transactionRevision).describe('Of one page, the oldest first'),
  questions: z.array(questionRecord).describe('Of the same page, the oldest first: questions, answers and closings'),
  next: z.string().nullable().describe(NEXT),
})
export type TransactionHistory = z.infer<typeof transactionHistory>

const accountKind = z
  .enum(['head_office', 'site_incharge', 'supervisor', 'beneficiary'])
  .describe('The kind of the account')

const RECEIVED = 'Money that the account had received by then, in rupees'
const SPENT = 'Money that the account had spent by then, in rupees'

export const balancesAsOfAnswer = z.object({
  position: position.describe('The last event that counts'),
  recordedAt: instant.nullable().describe('When that event was recorded, in UTC; null before the first'),
  accounts: z
    .array(
      z.object({
        account: z.string().describe('The inner id of the account; of a beneficiary its id'),
        name: z.string().describe('The name that it had then'),
        kind: accountKind,
        received: decimalAmount.describe(RECEIVED),
        spent: decimalAmount.describe(SPENT),
        balance: decimalAmount.describe('Received minus spent, in rupees'),
      }),
    )
    .describe('Every account that there was'),
  trialBalance: z
    .object({
      received: decimalAmount.describe('Received by all accounts together, in rupees'),
      spent: decimalAmount.describe('Spent by all accounts together, in rupees'),
      difference: decimalAmount.describe('Received minus spent: 0.00 at every position'),
    })
    .describe('The sums over all accounts'),
})
export type BalancesAsOf = z.infer<typeof balancesAsOfAnswer>

/** The same balances by the dates of the entries, as the ledger knows them now, and not by when they were recorded. */
export const balancesDatedAnswer = balancesAsOfAnswer.omit({ position: true, recordedAt: true }).extend({
  dated: z.string().describe('The last day whose entries count, in Asia/Kolkata, `YYYY-MM-DD`'),
})
export type BalancesDated = z.infer<typeof balancesDatedAnswer>
export const balancesDatedQuery = z.strictObject({
  dated: z
    .string({ error: 'Please enter a valid date' })
    .refine(isDay, 'Please enter a valid date')
    .meta({ description: 'The last day whose entries count, in Asia/Kolkata, `YYYY-MM-DD`', examples: ['2026-04-01'] }),
})

/** The account can also be head office, whose side of a payment is a row too, or a beneficiary. */
export const ledgerAsOfAnswer = z.object({
  position: position.describe('The last event that counts'),
  account: z
    .object({
      id: z.string().describe('The inner id of the account; of a beneficiary its id'),
      name: z.string().describe('The name that it had then'),
      kind: accountKind,
    })
    .describe('The account whose ledger it is'),
  received: decimalAmount.describe(RECEIVED),
  spent: decimalAmount.describe(SPENT),
  balance: decimalAmount.describe('Received minus spent, in rupees'),
  entries: position.describe('How many rows there are in all'),
  rows: z
    .array(
      z.object({
        id: z.string().describe('The id of the row in the lists'),
        position: position.describe('The event that made the entry read so'),
        revision: z.int().positive().describe('1 when recorded, one more with each change until then'),
        type: z
          .enum(['credit', 'debit'])
          .describe('credit: the account receives the money; debit: it spends the money'),
        isTransfer: z.boolean().describe('Whether it is one side of a transfer'),
        date: instant.describe('When it happened, as the person says, in UTC'),
        amount: decimalAmount.describe('In rupees, above zero'),
        party: z.string().describe('The name of the other side; `head_office` where money came from there'),
        purpose: z.string().describe('The reason for the payment, in a few words'),
        paymentMode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION),
        narration: z.string().describe('The whole story in free text, with line breaks'),
        balance: decimalAmount.describe('The balance of the account after this row, in rupees'),
      }),
    )
    .describe('One page, the newest `date` first'),
  next: position.nullable().describe('Send it as `skip` for older rows; null where these are the oldest'),
})
export type AccountLedgerAsOf = z.infer<typeof ledgerAsOfAnswer>

const comparisonResult = z.enum(['equal', 'different', 'not compared'])
export const verificationReport = z
  .object({
    ok: z.boolean().describe('Whether nothing is wrong'),
    events: position.describe('How many events were verified'),
    head: z
      .object({
        position: position.describe('The place of the last event in the log'),
        hash: z.string().describe('The hash of the last event, in hex'),
      })
      .describe('Where the log ends'),
    checkpoint: z
      .object({
        size: position.describe('How many events it covers'),
        root: z.string().describe('The root of the Merkle tree over them, in base64'),
        note: z.string().describe(NOTE),
      })
      .nullable()
      .describe('The last signed checkpoint; null where there is none yet'),
    firstBad: z
      .object({
        position: position.describe('The first event that is not as it was'),
        reason: z.string().describe('The fault of that event'),
      })
      .optional()
      .describe('Where the log stops being sound; left out where it is sound'),
    problems: z.array(z.string()).describe('Everything that is wrong, a sentence each'),
    states: comparisonResult.describe('The states that decisions are made by, beside a replay of the log'),
    projections: z.record(z.string(), comparisonResult).describe('Each read model, beside a replay of the log'),
    bills: comparisonResult.describe(
      'The bytes of bills beside their hashes: read each night and at the terminal, and not here',
    ),
  })
  .describe('The result of a verification of the whole log')

/**
 * The newest checkpoints first, a page at a time. A client that needs all of them follows the `Link` header or uses the
 * export.
 */
export const checkpointsQuery = z.strictObject(pageParams)
export const signedCheckpointList = z.array(
  z.object({
    size: position.describe('How many events it covers'),
    note: z.string().describe(NOTE),
    signedAt: instant.describe('When it was signed, in UTC'),
  }),
)

export const checkpointPublicKey = z.object({
  origin: z.string().describe('The first line of every checkpoint: it names the log'),
  verifierKey: z.string().describe(VERIFIER_KEY),
})

/** The data that proves one entry offline: the event, the path from its hash to the root, and the signed root. */
export const inclusionProofAnswer = z.object({
  event: auditEvent,
  companyId: z.string().describe('The id of the company: a UUID, which is hashed with each event'),
  leafIndex: position.describe('The place of the event in the tree, from 0'),
  treeSize: position.describe('How many events the checkpoint covers'),
  inclusion: z.array(z.string()).describe('The hashes from the leaf up to the root, in base64 (RFC 6962)'),
  checkpoint: z.string().describe(NOTE),
  verifierKey: z.string().describe(VERIFIER_KEY),
})
export type InclusionProofAnswer = z.infer<typeof inclusionProofAnswer>

const eventFilterParams = {
  type: z
    .string()
    .regex(/^\w{0,40}(,\w{0,40}){0,19}$/, 'Types are names of events, by commas')
    .transform((list) => list.split(','))
    .optional()
    .meta({ description: 'Events of these types, one or more by commas; left out, of all', examples: ['SignedIn'] }),
  account: singleLineText(100).optional().describe('Events that concern this account, by its public or inner id'),
  actor: singleLineText(100).optional().describe('Events that this account caused, by its public or inner id'),
  transaction: singleLineText(100).optional().describe('Events of this transaction, by its id'),
  from: momentParam,
  to: momentParam,
}
const wholeNumberParam = z
  .string()
  .regex(/^\d{1,15}$/, 'A position is a whole number')
  .transform(Number)

export const auditEventCountQuery = z.strictObject(eventFilterParams)
export type AuditEventFilter = z.infer<typeof auditEventCountQuery>
export const eventCount = z.object({ count: position.describe('How many there are') })
const pageLimitParam = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'A page has 1 to 1000 rows')
  .transform(Number)
const after = wholeNumberParam.optional().describe('Where the page begins: `next` of the page before')
const LIMIT = 'Rows of one page, 1 to 1000'
export const auditEventsQuery = auditEventCountQuery.extend({
  after,
  limit: pageLimitParam.default(200).describe(LIMIT),
})
export const transactionHistoryQuery = z.strictObject({ after, limit: pageLimitParam.default(1000).describe(LIMIT) })

export const balancesAsOfQuery = z.strictObject({
  position: wholeNumberParam.optional().describe('The last event that counts; left out with `at`, all do'),
  at: momentParam,
})
/** All pages are of one position: the first one may ask for a time, which other events can still reach. */
export const ledgerAsOfQuery = balancesAsOfQuery
  .extend({
    account: singleLineText(100)
      .min(1)
      .describe('The account, by its public or inner id; also `head_office` or the id of a beneficiary'),
    skip: wholeNumberParam
      .default(0)
      .describe(
        'How many of the newest rows to leave out; more than none together with the `position` of the first page',
      ),
    limit: z
      .string()
      .regex(/^(?:[1-9]\d?|1\d\d|200)$/, 'A page has 1 to 200 rows')
      .transform(Number)
      .default(50)
      .describe('Rows of one page, 1 to 200'),
  })
  .refine(({ skip, position }) => skip === 0 || position !== undefined, {
    message: 'Please name the position of the first page',
    path: ['position'],
  })

const SMALLER = 'The smaller size, in events'
const LARGER = 'The larger size, in events'

/**
 * Proves that the tree of one size is the beginning of a larger tree (RFC 6962, 2.1.2), in base64, for a browser that
 * stores the root it saw last.
 */
export const consistencyProofAnswer = z.object({
  from: position.describe(SMALLER),
  to: position.describe(LARGER),
  proof: z.array(z.string()).describe('The hashes that show it, in base64'),
})
export const consistencyQuery = z.strictObject({
  from: wholeNumberParam.describe(SMALLER),
  to: wholeNumberParam.describe(LARGER),
})

/**
 * One line of the edit log (Companies (Accounts) Rules 2014, rule 3(1)): the thing that was created, changed or
 * deleted, by whom, when, and the old and new value of each field.
 */
export const editLogRow = z.object({
  position: position.describe('The place of the event in the log'),
  recordedAt: instant.describe('When the ledger took it, in UTC'),
  action: editLogAction.describe('The action that the event records'),
  subject: z.string().describe('The entry or account that it concerns, in English: `Expense of …`, `Site incharge …`'),
  subjectKind: subjectKind.describe('The kind of the subject, for words of another language'),
  subjectName: z.string().describe('The name of the account that the subject is or belongs to'),
  subjectId: z.string().describe('The id of the transaction, account or bill'),
  site: z.string().nullable().describe('The site of that account; null for none, or where the event does not say'),
  actor: actor.describe(ACTOR),
  from: z.string().nullable().describe('The address that it came from; null where none is known'),
  fields: z
    .array(
      z.object({
        field: z.enum(EDIT_LOG_FIELDS).describe('The field'),
        before: z.string().nullable().describe('The old value; null where there was none'),
        after: z.string().nullable().describe('The new value; null where there is none'),
      }),
    )
    .describe('Each field that is new, changed or gone'),
  amount: decimalAmount
    .nullable()
    .describe('Amount of the entry after the change, or of the deleted one; null without money'),
  bills: z.array(z.string()).describe('The ids of the bills of that entry'),
})
export type EditLogRow = z.infer<typeof editLogRow>

export const editLog = z.object({
  rows: z.array(editLogRow).describe('One page, in the order of the log'),
  next: z.string().nullable().describe(NEXT),
})

const editLogFilterParams = {
  from: dayParam,
  to: dayParam,
  year: z
    .string()
    .regex(/^2\d{3}$/, 'A financial year is the year that it begins in')
    .optional()
    .describe('Instead of `from` and `to`: 2026 is the financial year from 1 April 2026 to 31 March 2027'),
  action: z
    .string()
    .regex(/^(created|changed|deleted)(,(created|changed|deleted)){0,2}$/, 'Actions are created, changed and deleted')
    .transform((list) => list.split(',') as EditLogAction[])
    .optional()
    .meta({ description: 'What was done: one or more, by commas; left out, all', examples: ['changed,deleted'] }),
  actor: singleLineText(100).optional().meta({ description: 'The account that did it, by its id or inner id' }),
  account: singleLineText(100).optional().meta({
    description: 'The account that it concerns, by its id or inner id: for a site, that of its incharge',
  }),
}
export const editLogQuery = z.strictObject({ ...editLogFilterParams, after })
export const editLogCountQuery = z.strictObject(editLogFilterParams)
export const editLogFileQuery = z.strictObject({
  ...editLogFilterParams,
  format: z.enum(['xlsx', 'csv', 'pdf']).describe('The kind of the file'),
  language: z.enum(LANGUAGES).default('en').describe('The language of its words'),
})
export type EditLogFilterParams = z.infer<typeof editLogCountQuery>
export type EditLogPeriod = Pick<EditLogFilterParams, 'from' | 'to' | 'year'>

export const verificationResult = z.object({
  what: z.enum(['ledger', 'read_models']).describe('The thing that was verified'),
  verifiedAt: instant.describe('When it was done, in UTC'),
  ok: z.boolean().describe('Whether nothing is wrong'),
  report: z.record(z.string(), z.unknown()).describe('The result, as the verification wrote it'),
})

/**
 * The problems that the last verification of each kind found; `late`: there has been none for too long. An empty list
 * means that all is well.
 */
export const verificationAlarms = z.array(
  z.object({
    what: z
      .enum([...verificationResult.shape.what.options, 'late'])
      .describe('The failed verification; late: no verification'),
    since: instant.describe('When it was found; of a late one, when the last was, in UTC'),
    firstBad: verificationReport.shape.firstBad,
    problems: z.array(z.string()).describe('Everything that is wrong, a sentence each'),
  }),
)

/** The reports that head office exported as a file that the browser made. */
const EXPORTED_REPORTS = [
  'site-ledger',
  'supervisor-ledger',
  'beneficiaries',
  'beneficiary-statement',
  'summary',
  'transactions',
  'sites',
  'supervisors',
  'events',
] as const

export const exportedReportBody = z.strictObject({
  report: z.enum(EXPORTED_REPORTS, { error: 'There is no such report' }).describe('Which list or report it is'),
  rows: z
    .int('A number of rows is a whole number')
    .nonnegative('A number of rows is a whole number')
    .max(1e9)
    .describe('How many rows the file has'),
  format: z
    .enum(['xlsx', 'csv'], { error: 'There is no such format' })
    .default('xlsx')
    .describe('The kind of the file'),
})
export type ExportedReport = z.infer<typeof exportedReportBody>['report']

export const rebuildRequestBody = z.strictObject({
  projection: projectionName.describe('The read model to build anew'),
})
export const rebuildState = z.object({
  projection: z.string().describe('The read model'),
  state: z.enum(['waiting', 'running', 'done', 'failed']).describe('How far it is'),
  events: position.describe('How many events have been read'),
  of: position.describe('How many events there are to read'),
  changedAt: instant.describe('When this last changed, in UTC'),
})
