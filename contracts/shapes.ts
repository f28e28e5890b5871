import { z } from 'zod'
import { bill } from './bills.ts'
import { decimal } from './money.ts'
import { paymentMode } from './payment-modes.ts'
import { role } from './roles.ts'

/** The shapes of api.md, as answers carry them. An answer is written through its schema, so nothing else leaves. */

const instant = z.iso.datetime()

export const balance = z.object({ currentBalance: decimal, totalReceived: decimal, totalSpent: decimal })
export type Balance = z.infer<typeof balance>

export const accountStatus = z.enum(['active', 'disabled'])

export const siteUser = z.object({
  id: z.string(),
  role,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string(),
  siteName: z.string().nullable(),
  status: accountStatus,
  siteBalance: balance,
})
export type SiteUser = z.infer<typeof siteUser>

export const supervisor = siteUser.omit({ siteName: true })
export type Supervisor = z.infer<typeof supervisor>

export const transaction = z.object({
  id: z.string(),
  type: z.enum(['credit', 'debit']),
  amount: decimal,
  date: instant,
  recordedAt: instant,
  recipient: z.string(),
  purpose: z.string(),
  paymentMode,
  narration: z.string(),
  userId: z.string(),
  isTransfer: z.boolean(),
  transferFrom: z.string().nullable(),
  transferTo: z.string().nullable(),
  revision: z.int().positive(),
  recordedBy: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  /** What proves it; the bytes are at GET /api/bills/{id}. */
  bills: z.array(z.object(bill.shape)),
})
export type Transaction = z.infer<typeof transaction>

/** One entry by itself, with its last change; `edited` is null where there was none. */
export const ownTransaction = transaction.extend({
  edited: z.object({ at: instant, by: transaction.shape.recordedBy }).nullable(),
})
export type OwnTransaction = z.infer<typeof ownTransaction>

/** A row of the lists that cover all accounts. `deleted` is there only for an entry that was, and only where they were asked for. */
export const companyTransaction = transaction.extend({
  accountName: z.string(),
  siteName: z.string().nullable(),
  deleted: z.object({ at: instant, by: transaction.shape.recordedBy }).optional(),
})
export type CompanyTransaction = z.infer<typeof companyTransaction>

/** What a command on a transaction answers: the row and the account's balance after it. */
export const recorded = transaction.extend({ balance })
export type Recorded = z.infer<typeof recorded>

export const beneficiary = z.object({ id: z.string(), name: z.string() })
export type Beneficiary = z.infer<typeof beneficiary>

/** Whom an incharge can transfer money to. */
export const payee = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** The date of the last transfer from the asker that is still in the book; null where there was none lately. */
  lastTransfer: instant.nullable(),
})
export type Payee = z.infer<typeof payee>

/** A site incharge with the password that was set, or null where none may be shown (api.md, The visible password). */
export const revealedUser = siteUser.extend({ password: z.string().nullable() })

/** What is left to say when a transaction is gone. */
export const balanceOnly = z.object({ balance })

export const officeUser = z.object({ id: z.string(), name: z.string(), email: z.string(), role })
export type OfficeUser = z.infer<typeof officeUser>

/** What the browser keeps as `siteUser` (§3), and the account's public id. */
export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  siteName: z.string().nullable(),
  mobile: z.string(),
  role,
})
export type SessionUser = z.infer<typeof sessionUser>

export const errorBody = z.object({
  status: z.int(),
  code: z.string(),
  title: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
