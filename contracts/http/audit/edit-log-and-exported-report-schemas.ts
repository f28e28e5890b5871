import { z } from 'zod'
import { actor } from '../../events/event-schemas.ts'
import { EDIT_LOG_FIELDS, type EditLogAction, editLogAction, subjectKind } from '../../labels/edit-log-labels.ts'
import { LANGUAGES } from '../../languages.ts'
import { decimalAmount } from '../../money.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { dayParam } from '../query-parameters.ts'
import { ACTOR, after, instant, NEXT, position, VOUCHER } from './common-audit-fields.ts'

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
  voucher: z.string().nullable().describe(`${VOUCHER}. Null for anything but an entry`),
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
export const editLogQueryParams = z.strictObject({ ...editLogFilterParams, after })
export const editLogCountQueryParams = z.strictObject(editLogFilterParams)
export const editLogFileQueryParams = z.strictObject({
  ...editLogFilterParams,
  format: z.enum(['xlsx', 'csv', 'pdf']).describe('The kind of the file'),
  language: z.enum(LANGUAGES).default('en').describe('The language of its words'),
})
export type EditLogFilterParams = z.infer<typeof editLogCountQueryParams>
export type EditLogPeriod = Pick<EditLogFilterParams, 'from' | 'to' | 'year'>

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

/** The reports that the server makes and records itself. */
export type ServerReport = 'edit-log' | 'log' | 'statement' | 'cash-book' | 'tax-list' | 'trial-balance' | 'tally'
