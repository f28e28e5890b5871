import { z } from 'zod'
import { INVALID_DATE_MESSAGE, isDayOrInstant } from '../../dates.ts'
import { LANGUAGES } from '../../languages.ts'
import { dayParam } from '../query-parameters.ts'
import { balancesAsOfAnswer } from './balances-and-ledger-as-of-schemas.ts'
import { instant, position } from './common-audit-fields.ts'

/**
 * The trial balance of head office and auditors: dated to a day, as the ledger knows it now; or recorded by a moment,
 * as it was then.
 */
export const trialBalanceAnswer = balancesAsOfAnswer.omit({ position: true, recordedAt: true }).extend({
  dated: z
    .string()
    .nullable()
    .describe('The last day whose entries count, in Asia/Kolkata, `YYYY-MM-DD`; null where `recorded` was asked for'),
  recorded: z
    .object({
      position: position.describe('The last event that counts'),
      recordedAt: instant.nullable().describe('When that event was recorded, in UTC; null before the first'),
    })
    .nullable()
    .describe('The moment of the log; null where `dated` was asked for'),
})
export type TrialBalance = z.infer<typeof trialBalanceAnswer>

const trialBalanceParams = {
  dated: dayParam.describe('The last day whose entries count, in Asia/Kolkata, `YYYY-MM-DD`, whenever recorded'),
  recorded: z
    .union([
      z.literal(''),
      z
        .string()
        .max(40)
        .refine((text) => /^\d{1,15}$/.test(text) || isDayOrInstant(text), INVALID_DATE_MESSAGE),
    ])
    .optional()
    .transform((value) => value || undefined)
    .meta({
      description:
        'The events that were recorded by then: a day, which counts whole, an instant with an offset, or a position of the log',
      examples: ['2026-04-01'],
    }),
}
interface TrialBalanceParams {
  dated?: string | undefined
  recorded?: string | undefined
}

export const trialBalanceQueryParams = z
  .strictObject(trialBalanceParams)
  .refine(({ dated, recorded }: TrialBalanceParams) => (dated === undefined) !== (recorded === undefined), {
    path: ['dated'],
    error: INVALID_DATE_MESSAGE,
  })

export const trialBalanceFileQueryParams = z
  .strictObject({
    ...trialBalanceParams,
    format: z.enum(['pdf', 'xlsx', 'csv']).describe('The kind of the file'),
    language: z.enum(LANGUAGES).default('en').describe('The language of its words'),
  })
  .refine(({ dated, recorded }: TrialBalanceParams) => dated !== undefined || recorded !== undefined, {
    path: ['dated'],
    error: INVALID_DATE_MESSAGE,
  })
