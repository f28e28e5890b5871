import { z } from 'zod'
import { decimalAmount } from '../../money.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from '../../payment-modes.ts'
import { role } from '../../roles.ts'

const instant = z.iso.datetime()

const PUBLIC_ID = 'The public id of the account: site_ or supervisor_ and the mobile number'
const MOBILE = 'The mobile number that the person signs in with: 10 digits'
const SITE_NAME = 'The site where the person works; null where none was given'

export const balance = z
  .object({
    currentBalance: decimalAmount.describe('Received minus spent, in rupees; below zero where more was spent'),
    totalReceived: decimalAmount.describe('Money that came in, from head office and by transfers, in rupees'),
    totalSpent: decimalAmount.describe('Money that went out, by expenses and transfers, in rupees'),
  })
  .describe('The money of an account, over all entries that are not deleted')
export type Balance = z.infer<typeof balance>

export const accountStatus = z
  .enum(['active', 'disabled'])
  .describe('A disabled account cannot sign in and receives no money')

export const siteUser = z
  .object({
    id: z.string().describe(PUBLIC_ID),
    role,
    firstName: z.string().describe('The first word of the name'),
    lastName: z.string().describe('The rest of the name; empty where it has one word'),
    email: z.string().nullable().describe('An e-mail address to reach the person at; null where none is known'),
    mobile: z.string().describe(MOBILE),
    siteName: z.string().nullable().describe(SITE_NAME),
    status: accountStatus,
    siteBalance: balance,
    alertLevel: decimalAmount
      .nullable()
      .optional()
      .describe('The balance below which the account is short of cash, in rupees; null for the level of all accounts'),
  })
  .describe('A site incharge')
export type SiteUser = z.infer<typeof siteUser>

export const supervisor = siteUser
  .omit({ siteName: true, alertLevel: true })
  .extend({
    siteId: z
      .string()
      .nullable()
      .describe('The public id of the incharge at whose site the supervisor is; null for none'),
    siteFrom: z.iso
      .date()
      .nullable()
      .meta({
        description: 'The day since which that is so; null where no site was ever given',
        examples: ['2026-04-01'],
      }),
  })
  .describe('A supervisor')
export type Supervisor = z.infer<typeof supervisor>

export const transferPayee = z
  .object({
    ...siteUser.pick({ id: true, firstName: true, lastName: true, email: true }).shape,
    lastTransfer: instant
      .nullable()
      .describe('The date of the last transfer from the asker that still stands; null where there was none lately'),
    lastSent: z
      .object({
        amount: decimalAmount.describe('How much it was, in rupees'),
        paymentMode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION),
        narration: z.string().describe('Its narration'),
      })
      .nullable()
      .describe('That transfer, to offer the same again; null where there was none lately'),
  })
  .describe('A supervisor to transfer money to')
export type TransferPayee = z.infer<typeof transferPayee>

export const siteSupervisorBalance = z
  .object({
    name: z.string().describe('First and last name'),
    currentBalance: decimalAmount.describe('Received minus spent, in rupees; below zero where more was spent'),
  })
  .describe('A supervisor of the site')
export type SiteSupervisorBalance = z.infer<typeof siteSupervisorBalance>

/** A site incharge with the password that was set, or null if it may not be shown (api.md, The visible password). */
export const revealedUser = siteUser
  .extend({
    password: z.string().nullable().describe('The password that was set; null where none may be shown'),
  })
  .describe('A site incharge with the password')

export const officeUser = z
  .object({
    id: z.string().describe('The id of the account: a UUID'),
    name: z.string().describe('First and last name'),
    email: z.string().describe('The e-mail address that the person signs in with'),
    role,
  })
  .describe('An account of head office: an admin, an accountant or an auditor')
export type OfficeUser = z.infer<typeof officeUser>

/** The answer after a phone was reported lost. */
export const phoneLostAnswer = z.object({
  sessionsEnded: z.int().describe('How many sessions of the account were signed in until now'),
})

/** The value that the browser stores as `siteUser` (§3), with the account's public id. */
export const sessionUser = z
  .object({
    id: z.string().describe(PUBLIC_ID),
    name: z.string().describe('First and last name'),
    siteName: z.string().nullable().describe(SITE_NAME),
    mobile: z.string().describe(MOBILE),
    role,
  })
  .describe('The account that is signed in')
export type SessionUser = z.infer<typeof sessionUser>
