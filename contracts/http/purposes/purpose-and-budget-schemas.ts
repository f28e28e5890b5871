import { z } from 'zod'
import { ENTRY_TEXT_LIMITS } from '../../entry-text-fields.ts'
import { decimalAmount, MAX_AMOUNT_PAISE, parseAmountOrZero } from '../../money.ts'
import { PURPOSE_LIMITS } from '../../purposes/company-purpose-list.ts'
import { requiredText, singleLineText } from '../../text/text-schemas.ts'

/** The company's list of purposes, and budgets for them (api.md, Purposes and budgets). */

const NAME = 'The name in English, which sums of all its words have'
const HINDI = 'The name in Hindi; empty where there is none'
const ALIASES = 'The other texts that people type for it'

export const purposeList = z
  .array(
    z.object({
      name: z.string().describe(NAME),
      hindi: z.string().describe(HINDI),
      aliases: z.array(z.string()).describe(ALIASES),
    }),
  )
  .describe('The purposes in the order of their names; empty where no list was ever made')

const TOO_MANY_PURPOSES = `Please keep at most ${PURPOSE_LIMITS.purposes} purposes`
const TOO_MANY_ALIASES = `Please keep at most ${PURPOSE_LIMITS.aliases} other words for one purpose`
const NAME_MESSAGE = 'Please give each purpose a name'
const ALIAS_MESSAGE = 'Please remove words that are empty'

const purposeInBody = z.strictObject({
  name: requiredText(NAME_MESSAGE, PURPOSE_LIMITS.name).describe(NAME),
  hindi: singleLineText(PURPOSE_LIMITS.name).optional().default('').describe(HINDI),
  aliases: z
    .array(requiredText(ALIAS_MESSAGE, PURPOSE_LIMITS.alias))
    .max(PURPOSE_LIMITS.aliases, TOO_MANY_ALIASES)
    .optional()
    .default([])
    .describe(ALIASES),
})

/** The whole list, which replaces the one before. */
export const purposesBody = z.array(purposeInBody).max(PURPOSE_LIMITS.purposes, TOO_MANY_PURPOSES)

/** The bytes of the largest list that is taken. */
export const MAX_PURPOSES_BYTES = 262_144

const MONTH_MESSAGE = 'Please choose a month'
const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, MONTH_MESSAGE)
  .meta({ examples: ['2026-11'] })
const MONTH = 'A month, `2026-11`; null: for the whole time of the site'
const SITE = 'The public id of the site incharge, whose site it is'

const BUDGET_AMOUNT_MESSAGE = 'Please enter a valid amount, or 0 to take the budget away'

export const budgetBody = z.strictObject({
  site: requiredText('Please choose a site', 100).describe(SITE),
  purpose: requiredText('Purpose is required', ENTRY_TEXT_LIMITS.purpose).describe(
    'A purpose of the list in any of its words, or any other text',
  ),
  month: month.nullable().optional().describe(`${MONTH}, also where it is left out`),
  amount: z
    .unknown()
    .transform((input, context): number | null => {
      const paise = input === null ? 0 : parseAmountOrZero(input)
      if (paise !== undefined) return paise === 0 ? null : paise
      context.addIssue({ code: 'custom', message: BUDGET_AMOUNT_MESSAGE })
      return z.NEVER
    })
    .meta({
      description: 'Rupees, a decimal string or a number; null or 0 takes the budget away',
      anyOf: [
        { type: 'string', pattern: String.raw`^\d{1,9}(\.\d{1,2})?$` },
        { type: 'number', minimum: 0, maximum: MAX_AMOUNT_PAISE / 100 },
        { type: 'null' },
      ],
      examples: ['50000.00'],
    }),
})

const budgetFields = {
  site: z.string().describe(SITE),
  siteName: z.string().describe('The name of the site'),
  purpose: z.string().describe('The purpose of the budget, as it was set'),
  month: month.nullable().describe(MONTH),
}

export const budgetSet = z
  .object({
    ...budgetFields,
    amount: decimalAmount.nullable().describe('The budget in rupees; null: there is none any more'),
  })
  .describe('The budget as it was set')

export const budgetsQueryParams = z.object({
  month: month.optional().describe('Only the budgets of this month, and those of the whole time'),
  from: month.optional().describe('Only the budgets of this month and later ones, and those of the whole time'),
})

export const budgetList = z
  .array(
    z.object({
      ...budgetFields,
      amount: decimalAmount.describe('The budget in rupees'),
      spent: decimalAmount.describe(
        'The expenses of the site with its supervisors for this purpose, in any of its words, in the month or ever',
      ),
      percent: z.int().nonnegative().describe('Spent of the budget in whole per cent, rounded down'),
    }),
  )
  .describe('The budgets of sites that are not closed, the highest per cent first')
export type BudgetList = z.infer<typeof budgetList>
