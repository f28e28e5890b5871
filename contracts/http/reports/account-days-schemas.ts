import { z } from 'zod'
import { decimalAmount } from '../../money.ts'

/** `GET /api/site/days`: the last seven days where the query names none. */
export const MAX_ACCOUNT_DAYS = 366
export const accountDays = z.array(
  z.object({
    date: z.iso.date().meta({ description: 'The day, in Asia/Kolkata', examples: ['2026-04-01'] }),
    received: decimalAmount.describe('Money received on that day, in rupees'),
    spent: decimalAmount.describe('Money spent on that day, transfers included, in rupees'),
    expenses: z.int().describe('How many expenses that day has, without transfers'),
    spentOnExpenses: decimalAmount.describe('The sum of these expenses, without transfers, in rupees'),
    closing: decimalAmount.describe('The balance at the end of that day, in rupees'),
  }),
)
export type AccountDay = z.infer<typeof accountDays>[number]
