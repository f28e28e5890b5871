import { z } from 'zod'
import { billIds } from './bills.ts'
import { isDay, readInstant } from './dates.ts'
import { amountSchema, TOO_LARGE, TOO_MANY_DECIMALS } from './money.ts'
import { DEFAULT_SEND_MONEY_MODE, PAYMENT_MODE, paymentMode, TRANSFER_MODES } from './payment-modes.ts'
import { type FieldRole, readPublicId } from './roles.ts'
import { clearableText, emailAddress, LIMITS, line, lines, optionalText, text, UNPRINTABLE_TEXT } from './text.ts'

/**
 * The request bodies of §7 with the rules of §5. The order of the fields is the order in which §5 checks them, because the
 * first broken rule gives the answer its message. The web app checks its forms with the same schemas.
 */

/** §9. */
export const PASSWORD_MIN = 8
export const INVALID_MOBILE = 'Please enter a valid 10-digit mobile number'
const INVALID_AMOUNT = 'Please enter a valid amount greater than 0'

/** A day or an instant that exists; that it lies not ahead is decided by `readDate`, which knows the time. */
const date = z
  .string()
  .max(40)
  .refine((text) => isDay(text) || readInstant(text) !== undefined, 'Please enter a valid date')
  .optional()
  .meta({
    description:
      'When it happened: `YYYY-MM-DD` (a day in Asia/Kolkata) or ISO 8601 with an offset; left out means now',
    examples: ['2026-04-01', '2026-04-01T12:00:00+05:30'],
  })

/** api.md, Two times of the phone's: whatever its clock says, be it 1970. Kept as it is, and nothing is decided by it. */
const enteredAt = z.iso
  .datetime({ offset: true, error: 'The time of entry must be written as ISO 8601' })
  .max(40)
  .optional()
  .meta({
    description: "When it was entered, by the phone's own clock: ISO 8601 with an offset",
    examples: ['2026-04-01T10:03:00+05:30'],
  })

const MOBILE = 'The mobile number that the person signs in with: 10 digits'

const mobile = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .regex(/^\d{10}$/, INVALID_MOBILE)
    .describe(MOBILE)

/** @param min left out: any that is not empty */
const password = (required: string, min?: number) =>
  z
    .string({ error: required })
    .min(1, required)
    .min(min ?? 1, `Password must be at least ${min} characters long`)
    .max(LIMITS.password, `Please use at most ${LIMITS.password} characters`)
    .refine((value) => value.isWellFormed(), UNPRINTABLE_TEXT)
    .describe('The password that the person signs in with')

/** §5, Edit site user: the passwords that are found first in every breach, compared in any case. */
const COMMON_PASSWORDS = ['password', '123456', '12345678', 'qwerty', 'abc123', 'test123', 'admin123', 'password123']

const strongPassword = password('Password is required', PASSWORD_MIN)
  .refine(
    (value) => !COMMON_PASSWORDS.includes(value.toLowerCase()),
    'This password is commonly found in data breaches. Please use a stronger password',
  )
  .refine(
    (value) => /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value),
    'Password should contain uppercase, lowercase, and numbers for better security',
  )

/** A field of an edit form that may be left empty: out comes undefined, and what was there stays. */
const given = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    .union([z.literal(''), z.null(), schema])
    .optional()
    .transform((value) => value || undefined)

const givenMobile = given(mobile(INVALID_MOBILE)).describe(`${MOBILE}. Left out or empty, it stays`)

/** The public id of an account of a role; that there is such an account is the ledger's to say. */
const accountOf = (fieldRole: FieldRole, message: string) =>
  z.string({ error: message }).refine((id) => readPublicId(id)?.role === fieldRole, message)

export const adminLoginBody = z.strictObject({
  email: text('Please enter both email and password', LIMITS.email).describe('The e-mail address of the account'),
  password: z
    .string({ error: 'Please enter both email and password' })
    .min(1, 'Please enter both email and password')
    .max(LIMITS.password)
    .describe('The password of the account'),
})

const BOTH_MOBILE_AND_PASSWORD = 'Please enter both mobile number and password'

/** Both are there before either is looked at (§5). */
export const siteLoginBody = z
  .strictObject({
    mobile: z
      .string({ error: BOTH_MOBILE_AND_PASSWORD })
      .min(1, BOTH_MOBILE_AND_PASSWORD)
      .max(40, INVALID_MOBILE)
      .describe('The mobile number of the account: 10 digits'),
    password: z
      .string({ error: BOTH_MOBILE_AND_PASSWORD })
      .min(1, BOTH_MOBILE_AND_PASSWORD)
      .max(LIMITS.password)
      .describe('The password of the account'),
  })
  .refine((body) => /^\d{10}$/.test(body.mobile), { path: ['mobile'], message: INVALID_MOBILE })

const NARRATION = 'The whole story in free text, with line breaks'

/** §5, Expense form. The admin's credit body has the same fields (§7). */
const entryBody = z.strictObject({
  /** What may stand here is for the route to say: anything but its own kind is not allowed (403), not merely wrong. */
  type: z.string().max(40).optional().describe('The kind of the entry; another one is refused with 403'),
  amount: amountSchema({ required: 'Amount is required', invalid: 'Amount must be a positive number' }),
  recipient: text('Recipient is required', LIMITS.recipient).describe(
    'The beneficiary that is paid; of a credit, the account that receives it',
  ),
  purpose: text('Purpose is required', LIMITS.purpose).describe('The reason for the payment, in a few words'),
  paymentMode: z.enum(paymentMode.options, { error: 'Payment mode is required' }).describe(PAYMENT_MODE),
  narration: lines('Narration is required', LIMITS.narration).describe(NARRATION),
  date,
  bills: billIds,
})

export const expenseBody = entryBody.extend({ enteredAt })

/** A DELETE needs no body; made in the field it may say when. */
export const deletionBody = z.strictObject({ enteredAt }).optional()

/** A credit that the admin records (§7: the expense body); the account is `userId`, else the one that `recipient` names. */
export const creditBody = entryBody.extend({
  userId: z.string().max(100).optional().describe('The public id of the account that receives it'),
})

const RECEIVER = 'The public id of the account that receives the money'

/** §5, Send money (admin). */
export const sendMoneyBody = z.strictObject({
  siteInchargeId: accountOf('site_incharge', 'Please select a site incharge').describe(RECEIVER),
  amount: amountSchema({ required: INVALID_AMOUNT, invalid: INVALID_AMOUNT }),
  paymentMode: z
    .enum(paymentMode.options, { error: 'Please select a payment mode' })
    .default(DEFAULT_SEND_MONEY_MODE)
    .describe(PAYMENT_MODE),
  narration: lines('Please provide a purpose for the money transfer', LIMITS.narration).describe(NARRATION),
  date,
  bills: billIds,
})

/** §5: the sentences of a transfer have titles of their own. */
export const TRANSFER_TITLES = {
  'Please select a supervisor': 'Missing Information',
  [INVALID_AMOUNT]: 'Invalid Amount',
  [TOO_MANY_DECIMALS]: 'Invalid Amount',
  [TOO_LARGE]: 'Invalid Amount',
  'Please select a payment mode': 'Missing Information',
  'Please provide a narration for the transfer': 'Missing Information',
}

/** §5, Transfer to supervisor. That the balance suffices is the ledger's to decide. */
export const transferBody = z.strictObject({
  toUserId: accountOf('supervisor', 'Please select a supervisor').describe(RECEIVER),
  amount: amountSchema({ required: INVALID_AMOUNT, invalid: INVALID_AMOUNT }),
  paymentMode: z.enum(TRANSFER_MODES, { error: 'Please select a payment mode' }).describe(PAYMENT_MODE),
  narration: lines('Please provide a narration for the transfer', LIMITS.narration).describe(NARRATION),
  date,
})

export const eraseBillBody = z.strictObject({
  reason: lines('Please say why the bill is erased', LIMITS.narration).describe('The reason; it stays in the log'),
})

/** A person's name: the forms have one field, of which the first word is the first name, the rest the last (api.md). */
export interface PersonName {
  firstName: string
  lastName: string
}

/** A name that came in two fields; it keeps its own split. */
class NameParts {
  readonly firstName: string
  readonly lastName: string
  constructor(firstName: string, lastName: string) {
    this.firstName = firstName
    this.lastName = lastName
  }
}

function splitName(whole: string): PersonName {
  const [firstName = '', ...rest] = whole.split(/\s+/u)
  return { firstName, lastName: rest.join(' ') }
}

/** `name`, or `firstName` and `lastName`, become one field, so that §5's first rule is checked first. */
function gatherName(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || 'name' in input) return input
  const { firstName, lastName, ...rest } = input as Record<string, unknown>
  if (typeof firstName !== 'string' || (lastName ?? undefined) === undefined) return { ...rest, name: firstName }
  // What is no text is refused as the name, and not dropped from it.
  return { ...rest, name: typeof lastName === 'string' ? new NameParts(firstName, lastName) : lastName }
}

const personName = (message: string) => {
  const part = text(message, LIMITS.name)
  return z.union(
    [
      z.instanceof(NameParts).pipe(z.object({ firstName: part, lastName: line(LIMITS.name, message) })),
      text(message, LIMITS.name * 2).transform(splitName),
    ],
    // What is wrong with a name in one field is said of that field, not that there is none.
    { error: ({ errors }) => errors?.[1]?.[0]?.message ?? message },
  )
}

const named = <Shape extends z.ZodRawShape>(message: string, shape: Shape) =>
  z.preprocess(gatherName, z.strictObject({ name: personName(message), ...shape }))

const SITE = 'The site where the person works'
const EMAIL = 'An e-mail address to reach the person at'
const STAYS = 'Left out, it stays; empty or null, it is cleared'
const NEW_PASSWORD = 'A new password, which ends the sessions of the account. Left out or empty, it stays'

/** §5, Create site user. */
export const createSiteUserBody = named('Name is required', {
  mobile: mobile('Mobile number is required'),
  password: password('Password is required'),
  siteName: optionalText(LIMITS.siteName).describe(SITE),
  email: optionalText(LIMITS.email).describe(EMAIL),
})

/** §5, Edit site user: what is left out or empty stays, but for the site's name, which an empty text clears. */
export const editSiteUserBody = named('Please enter a name', {
  siteName: clearableText(LIMITS.siteName).describe(`${SITE}. ${STAYS}`),
  mobile: givenMobile,
  password: given(strongPassword).describe(NEW_PASSWORD),
  email: clearableText(LIMITS.email).describe(`${EMAIL}. ${STAYS}`),
})

/** §5, Edit supervisor. */
export const editSupervisorBody = named('Name is required', {
  mobile: givenMobile,
  password: given(password('Password is required', PASSWORD_MIN)).describe(NEW_PASSWORD),
  email: clearableText(LIMITS.email).describe(`${EMAIL}. ${STAYS}`),
})

export const statusBody = z.strictObject({
  status: z
    .enum(['active', 'disabled'], { error: 'The status must be active or disabled' })
    .describe('disabled: signed out at once, and receives no money'),
})

/** api.md, An auditor. */
export const createAuditorBody = named('Name is required', {
  email: emailAddress('Email is required').describe('The e-mail address that the person signs in with'),
  password: password('Password is required', PASSWORD_MIN),
})

/** §5, Create supervisor. */
export const createSupervisorBody = named('Name is required', {
  mobile: mobile('Mobile number is required'),
  password: password('Password is required', PASSWORD_MIN),
  email: optionalText(LIMITS.email).describe(EMAIL),
})
