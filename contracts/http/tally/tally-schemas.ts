import { z } from 'zod'
import { MAX_BENEFICIARY_ID_LENGTH } from '../../beneficiary-id.ts'
import { INVALID_DATE_MESSAGE } from '../../dates.ts'
import { PAYMENT_MODES } from '../../payment-modes.ts'
import { TALLY_NAME_LIMIT, tallyGroup, tallyLineKind } from '../../tally/tally-groups-and-line-kinds.ts'
import { requiredText } from '../../text/text-schemas.ts'
import { instant, position } from '../audit/common-audit-fields.ts'
import { dayParam, endsAfterItBegins, PERIOD_ORDER } from '../query-parameters.ts'

/** The map to Tally, the files for it, and the list of those that were made. */

const day = z.iso.date().meta({ examples: ['2026-10-31'] })
const period = {
  from: dayParam.refine((value) => value !== undefined, INVALID_DATE_MESSAGE).describe('The first day, `YYYY-MM-DD`'),
  to: dayParam.refine((value) => value !== undefined, INVALID_DATE_MESSAGE).describe('The last day, `YYYY-MM-DD`'),
}

/** The kinds of the file: what Tally imports, and the same lines as a table. */
export const tallyFormat = z.enum(['xml', 'csv'])
export type TallyFormat = z.infer<typeof tallyFormat>

export const tallyFileQueryParams = z
  .strictObject({
    ...period,
    format: tallyFormat.default('xml').describe('`xml` is what Tally imports; `csv` has the same lines as a table'),
  })
  .refine(endsAfterItBegins, PERIOD_ORDER)

export const tallyMapQueryParams = z
  .strictObject({
    from: dayParam.describe('The first day of the entries that it is about; without both the financial year so far'),
    to: dayParam.describe('The last day of these entries'),
  })
  .refine(endsAfterItBegins, PERIOD_ORDER)

const kind = tallyLineKind.describe(
  'A person has a ledger of cash, a site a cost centre; head office pays by a mode; an expense goes to the ledger of its party, else of its purpose, else of `otherPurposes`',
)
const group = tallyGroup.nullable().describe('The group of the ledger in Tally; null for a cost centre')
const MAX_LINES = 500

const changedLine = z
  .strictObject({
    kind,
    id: z
      .string()
      // No other id is longer.
      .max(MAX_BENEFICIARY_ID_LENGTH)
      .describe(
        'The inner id of a person or of the incharge of a site, a payment mode, a purpose, the id of a beneficiary; empty for `otherPurposes`',
      ),
    ledger: requiredText('Please enter a name', TALLY_NAME_LIMIT)
      .nullable()
      .describe('Its name in Tally; null takes the choice back, so that the default counts'),
    group,
  })
  .refine(({ kind: of, ledger, group: within }) => ledger === null || (within === null) === (of === 'site'), {
    path: ['group'],
    error: 'Please choose a group',
  })
  .refine(({ kind: of, id }) => (of === 'otherPurposes') === (id === ''), { path: ['id'], error: 'Not found' })
  .refine(({ kind: of, id }) => of !== 'mode' || PAYMENT_MODES.some((mode) => mode === id), {
    path: ['id'],
    error: 'Not found',
  })

export const setTallyMapBody = z.strictObject({
  lines: z
    .array(changedLine)
    .max(MAX_LINES)
    .refine((lines) => new Set(lines.map((line) => `${line.kind} ${line.id}`)).size === lines.length, {
      error: 'A line is there twice',
    })
    .default([])
    .describe('The lines that change; others stay'),
  useDefaults: z
    .boolean()
    .optional()
    .describe('Whether what has no line gets a ledger of its own name; left out, it stays'),
})

const mapLine = z.object({
  kind,
  id: z.string().describe('What it is a line of, as in the change'),
  name: z.string().describe('Its name as people read it; empty for `otherPurposes`'),
  ledger: z.string().nullable().describe('Its ledger or cost centre in Tally; null where it has none'),
  group,
  isChosen: z.boolean().describe('Whether the office has chosen it, rather than taken the default'),
  problem: z
    .enum(['no_line', 'ambiguous', 'unreachable'])
    .nullable()
    .describe(
      'Why it has none: the defaults are switched off, or another thing has the same name. `unreachable`: it has one, and no entry comes there, because another spelling of its party has one before it. Null where all is well',
    ),
})
export type TallyMapLine = z.infer<typeof mapLine>

export const tallyMapAnswer = z.object({
  from: day.describe('The first day of the entries that it is about'),
  to: day.describe('The last day of these entries'),
  useDefaults: z.boolean().describe('Whether what has no line gets a ledger of its own name'),
  lines: z.array(mapLine).describe('What these entries need, and every line that the office has chosen'),
  unmapped: z.int().describe('How many of them have no ledger: the file is refused while there are any'),
  vouchers: z.int().describe('How many vouchers the file would have, without cancelled ones'),
  altered: z.int().describe('How many of them were in an earlier file and have changed since'),
  cancelled: z
    .int()
    .describe('How many it would cancel: deleted entries, and those of an earlier file that moved to another period'),
  closedUpTo: day
    .nullable()
    .describe('The last day that is closed: entries after it may still change; null where none is'),
})
export type TallyMapAnswer = z.infer<typeof tallyMapAnswer>

const tallyExport = z.object({
  id: z.string().meta({ description: 'The id for taking it again: its position in the log', examples: ['1042'] }),
  at: instant.describe('When it was made, ISO 8601 in UTC'),
  by: z.string().describe('The name of the person'),
  format: tallyFormat.describe('The kind of the file'),
  from: day.describe('The first day'),
  to: day.describe('The last day'),
  after: position.describe('The position of the earlier file of these days that it follows; 0 where there was none'),
  position: position.describe('The last event of the log that it covers'),
  vouchers: z.int().describe('How many vouchers it has, without cancelled ones'),
  altered: z.int().describe('How many of them alter one of an earlier file'),
  cancelled: z
    .int()
    .describe('How many it cancels: deleted entries, and those of an earlier file that moved to another period'),
  closedUpTo: day.nullable().describe('The last day that was closed at that time; null where none was'),
  bytes: z.int().describe('The size of the file'),
  sha256: z.string().meta({ description: 'The SHA-256 of the file, in hex', examples: ['9f86d081884c7d65…'] }),
})
export const tallyExports = z.array(tallyExport)
export type TallyExport = z.infer<typeof tallyExport>

export const tallyExportParams = z.strictObject({
  id: z.string().max(100).describe('The id of the export, from the list'),
})
