import { z } from 'zod'
import { attachedBillIds } from '../bill-schemas.ts'
import { isDay, parseInstant } from '../dates.ts'
import { ENTRY_TEXT_REQUEST_SHAPE, NARRATION } from '../entry-text-field-schemas.ts'
import { ENTRY_TEXT_LIMITS } from '../entry-text-fields.ts'
import { AMOUNT_TOO_LARGE_MESSAGE, amountSchema, TOO_MANY_DECIMALS_MESSAGE } from '../money.ts'
import { DEFAULT_SEND_MONEY_MODE, PAYMENT_MODE_DESCRIPTION, paymentMode, TRANSFER_MODES } from '../payment-modes.ts'
import { parsePublicId } from '../public-account-id.ts'
import { type FieldRole, officeRole } from '../roles.ts'
import {
  clearableText,
  emailAddress,
  optionalText,
  requiredMultilineText,
  requiredText,
  singleLineText,
  TEXT_LIMITS,
  UNPRINTABLE_TEXT_MESSAGE,
} from '../text/text-schemas.ts'

/**
 * The request bodies of §7 with the rules of §5. The fields are in the order in which §5 checks them, because the first
 * broken rule gives the answer its message. The web app checks its forms with the same schemas.
 */

/** §9. */
export const MIN_PASSWORD_LENGTH = 8
export const INVALID_MOBILE_MESSAGE = 'Please enter a valid 10-digit mobile number'
const INVALID_AMOUNT_MESSAGE = 'Please enter a valid amount greater than 0'

/** An existing day or instant. `parseEntryDate`, which knows the time, refuses one in the future. */
const entryDate = z
  .string()
  .max(40)
  .refine((text) => isDay(text) || parseInstant(text) !== undefined, 'Please enter a valid date')
  .optional()
  .meta({
    description:
      'When it happened: `YYYY-MM-DD` (a day in Asia/Kolkata) or ISO 8601 with an offset; left out means now',
    examples: ['2026-04-01', '2026-04-01T12:00:00+05:30'],
  })

/**
 * api.md, Two times of the phone's: any time is accepted, even 1970. It is stored as sent, and no decision depends on
 * it.
 */
export const enteredAt = z.iso
  .datetime({ offset: true, error: 'The time of entry must be written as ISO 8601' })
  .max(40)
  .optional()
  .meta({
    description: "When it was entered, by the phone's own clock: ISO 8601 with an offset",
    examples: ['2026-04-01T10:03:00+05:30'],
  })

const MOBILE = 'The mobile number that the person signs in with: 10 digits'

const mobileNumber = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .regex(/^\d{10}$/, INVALID_MOBILE_MESSAGE)
    .describe(MOBILE)

/** @param min the minimum length; if omitted, any text that is not empty is accepted */
const passwordOfLength = (required: string, min?: number) =>
  z
    .string({ error: required })
    .min(1, required)
    .min(min ?? 1, `Password must be at least ${min} characters long`)
    .max(TEXT_LIMITS.password, `Please use at most ${TEXT_LIMITS.password} characters`)
    .refine((value) => value.isWellFormed(), UNPRINTABLE_TEXT_MESSAGE)
    .describe('The password that the person signs in with')

/** §5, Edit site user: passwords that are among the first in every breach, compared without case. */
const COMMON_PASSWORDS = ['password', '123456', '12345678', 'qwerty', 'abc123', 'test123', 'admin123', 'password123']

const strongPassword = passwordOfLength('Password is required', MIN_PASSWORD_LENGTH)
  .refine(
    (value) => !COMMON_PASSWORDS.includes(value.toLowerCase()),
    'This password is commonly found in data breaches. Please use a stronger password',
  )
  .refine(
    (value) => /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value),
    'Password should contain uppercase, lowercase, and numbers for better security',
  )

/**
 * A field of an edit form that may be empty: an empty value parses as undefined and leaves the stored value unchanged.
 */
const emptyMeansUnchanged = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    // The last of the three is the one that a person means to fill in.
    .union([z.literal(''), z.null(), schema], { error: ({ errors }) => errors?.at(-1)?.[0]?.message })
    .optional()
    .transform((value) => value || undefined)

const unchangedOrMobile = emptyMeansUnchanged(mobileNumber(INVALID_MOBILE_MESSAGE)).describe(
  `${MOBILE}. Left out or empty, it stays`,
)

/** The public id of an account of a role. The ledger checks that the account exists. */
const publicIdOfRole = (fieldRole: FieldRole, message: string) =>
  z.string({ error: message }).refine((id) => parsePublicId(id)?.role === fieldRole, message)

export const adminLoginBody = z.strictObject({
  email: requiredText('Please enter both email and password', TEXT_LIMITS.email).describe(
    'The e-mail address of the account',
  ),
  password: z
    .string({ error: 'Please enter both email and password' })
    .min(1, 'Please enter both email and password')
    .max(TEXT_LIMITS.password)
    .describe('The password of the account'),
})

const BOTH_MOBILE_AND_PASSWORD_MESSAGE = 'Please enter both mobile number and password'

/** Both fields must be present before either is checked (§5). */
export const siteLoginBody = z
  .strictObject({
    mobile: z
      .string({ error: BOTH_MOBILE_AND_PASSWORD_MESSAGE })
      .min(1, BOTH_MOBILE_AND_PASSWORD_MESSAGE)
      .max(40, INVALID_MOBILE_MESSAGE)
      .describe('The mobile number of the account: 10 digits'),
    password: z
      .string({ error: BOTH_MOBILE_AND_PASSWORD_MESSAGE })
      .min(1, BOTH_MOBILE_AND_PASSWORD_MESSAGE)
      .max(TEXT_LIMITS.password)
      .describe('The password of the account'),
  })
  .refine((body) => /^\d{10}$/.test(body.mobile), { path: ['mobile'], message: INVALID_MOBILE_MESSAGE })

/** §5, Expense form. The admin's credit body has the same fields (§7). */
const entryBody = z.strictObject({
  /** Any text is accepted here; the route refuses a wrong kind as not allowed (403), not as invalid. */
  type: z.string().max(40).optional().describe('The kind of the entry; another one is refused with 403'),
  amount: amountSchema({ required: 'Amount is required', invalid: 'Amount must be a positive number' }),
  recipient: requiredText('Recipient is required', TEXT_LIMITS.recipient).describe(
    'The beneficiary that is paid; of a credit, the account that receives it',
  ),
  ...ENTRY_TEXT_REQUEST_SHAPE,
  date: entryDate,
  bills: attachedBillIds,
})

export const expenseBody = entryBody.extend({ enteredAt })

/** A DELETE needs no body; a request that was made in the field may give its time of entry. */
export const deletionBody = z.strictObject({ enteredAt }).optional()

/**
 * A credit that the admin records (§7: the expense body). The account is `userId`; without it, the one that `recipient`
 * names.
 */
export const creditBody = entryBody.extend({
  userId: z.string().max(100).optional().describe('The public id of the account that receives it'),
})

/** The longest reason for an edit or a deletion, in UTF-16 code units (api.md, The office's desk). */
export const MAX_CHANGE_REASON_LENGTH = 200

const changeReason = requiredText('Please give a reason', MAX_CHANGE_REASON_LENGTH)
const optionalChangeReason = changeReason.optional().meta({
  description: 'Why the office changes or deletes the entry; it stays in the history',
  examples: ['Sent twice'],
})

/** Head office's edit of a credit, or of both sides of a transfer. */
export const editCreditBody = creditBody.extend({ reason: optionalChangeReason })
/** The same as head office's form sends it: with a reason. */
export const editCreditForm = editCreditBody.extend({ reason: changeReason })

/** Head office's deletion. A client that gives no reason needs no body. */
export const deleteCreditBody = z.strictObject({ reason: optionalChangeReason }).optional()
/** The same as head office's form sends it: with a reason. */
export const deleteCreditForm = z.strictObject({ reason: changeReason })

const RECEIVER = 'The public id of the account that receives the money'

/** §5, Send money (admin). */
export const sendMoneyBody = z.strictObject({
  siteInchargeId: publicIdOfRole('site_incharge', 'Please select a site incharge').describe(RECEIVER),
  amount: amountSchema({ required: INVALID_AMOUNT_MESSAGE, invalid: INVALID_AMOUNT_MESSAGE }),
  paymentMode: z
    .enum(paymentMode.options, { error: 'Please select a payment mode' })
    .default(DEFAULT_SEND_MONEY_MODE)
    .describe(PAYMENT_MODE_DESCRIPTION),
  narration: requiredMultilineText(
    'Please provide a purpose for the money transfer',
    ENTRY_TEXT_LIMITS.narration,
  ).describe(NARRATION),
  date: entryDate,
  bills: attachedBillIds,
})

/** §5: some sentences of a transfer have titles of their own. */
export const TRANSFER_ERROR_TITLES = {
  'Please select a supervisor': 'Missing Information',
  [INVALID_AMOUNT_MESSAGE]: 'Invalid Amount',
  [TOO_MANY_DECIMALS_MESSAGE]: 'Invalid Amount',
  [AMOUNT_TOO_LARGE_MESSAGE]: 'Invalid Amount',
  'Please select a payment mode': 'Missing Information',
  'Please provide a narration for the transfer': 'Missing Information',
}

/** §5, Transfer to supervisor. The ledger checks that the balance is sufficient. */
export const transferBody = z.strictObject({
  toUserId: publicIdOfRole('supervisor', 'Please select a supervisor').describe(RECEIVER),
  amount: amountSchema({ required: INVALID_AMOUNT_MESSAGE, invalid: INVALID_AMOUNT_MESSAGE }),
  paymentMode: z.enum(TRANSFER_MODES, { error: 'Please select a payment mode' }).describe(PAYMENT_MODE_DESCRIPTION),
  narration: requiredMultilineText('Please provide a narration for the transfer', ENTRY_TEXT_LIMITS.narration).describe(
    NARRATION,
  ),
  date: entryDate,
})

export const eraseBillBody = z.strictObject({
  reason: requiredMultilineText('Please say why the bill is erased', ENTRY_TEXT_LIMITS.narration).describe(
    'The reason; it stays in the log',
  ),
})

/** A person's name. The forms have one field: the first word is the first name, the rest the last name (api.md). */
export interface PersonName {
  firstName: string
  lastName: string
}

/** A name that arrived in two fields, which stay separate. */
class NameParts {
  readonly firstName: string
  readonly lastName: string
  constructor(firstName: string, lastName: string) {
    this.firstName = firstName
    this.lastName = lastName
  }
}

function splitPersonName(whole: string): PersonName {
  const [firstName = '', ...rest] = whole.split(/\s+/u)
  return { firstName, lastName: rest.join(' ') }
}

/** Merges `firstName` and `lastName` into the one field `name`, so that §5's first rule is checked first. */
function mergeNameFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || 'name' in input) return input
  const { firstName, lastName, ...rest } = input as Record<string, unknown>
  if (typeof firstName !== 'string' || (lastName ?? undefined) === undefined) return { ...rest, name: firstName }
  // A last name that is not a text is refused as the name, rather than dropped from it.
  return { ...rest, name: typeof lastName === 'string' ? new NameParts(firstName, lastName) : lastName }
}

const personName = (message: string) => {
  const part = requiredText(message, TEXT_LIMITS.name)
  return z.union(
    [
      z.instanceof(NameParts).pipe(z.object({ firstName: part, lastName: singleLineText(TEXT_LIMITS.name, message) })),
      requiredText(message, TEXT_LIMITS.name * 2).transform(splitPersonName),
    ],
    // An error in a single name field is reported with its own message, not as a missing name.
    { error: ({ errors }) => errors?.[1]?.[0]?.message ?? message },
  )
}

const withNameField = <Shape extends z.ZodRawShape>(message: string, shape: Shape) =>
  z.preprocess(mergeNameFields, z.strictObject({ name: personName(message), ...shape }))

const SITE = 'The site where the person works'
const EMAIL = 'An e-mail address to reach the person at'
const STAYS = 'Left out, it stays; empty or null, it is cleared'
const NEW_PASSWORD = 'A new password, which ends the sessions of the account. Left out or empty, it stays'

/** §5, Create site user. */
export const createSiteUserBody = withNameField('Name is required', {
  mobile: mobileNumber('Mobile number is required'),
  password: passwordOfLength('Password is required'),
  siteName: optionalText(TEXT_LIMITS.siteName).describe(SITE),
  email: optionalText(TEXT_LIMITS.email).describe(EMAIL),
})

/** §5, Edit site user: omitted or empty fields stay unchanged, except the site's name, which an empty text clears. */
export const editSiteUserBody = withNameField('Please enter a name', {
  siteName: clearableText(TEXT_LIMITS.siteName).describe(`${SITE}. ${STAYS}`),
  mobile: unchangedOrMobile,
  password: emptyMeansUnchanged(strongPassword).describe(NEW_PASSWORD),
  email: clearableText(TEXT_LIMITS.email).describe(`${EMAIL}. ${STAYS}`),
})

/** §5, Edit supervisor. */
export const editSupervisorBody = withNameField('Name is required', {
  mobile: unchangedOrMobile,
  password: emptyMeansUnchanged(passwordOfLength('Password is required', MIN_PASSWORD_LENGTH)).describe(NEW_PASSWORD),
  email: clearableText(TEXT_LIMITS.email).describe(`${EMAIL}. ${STAYS}`),
})

export const statusBody = z.strictObject({
  status: z
    .enum(['active', 'disabled'], { error: 'The status must be active or disabled' })
    .describe('disabled: signed out at once, and receives no money'),
})

const OFFICE_EMAIL = 'The e-mail address that the person signs in with'
const NEW_OFFICE_USER = {
  email: emailAddress('Email is required').describe(OFFICE_EMAIL),
  password: passwordOfLength('Password is required', MIN_PASSWORD_LENGTH),
}
const roleInOffice = z
  .enum(officeRole.options, { error: 'Please choose a role' })
  .describe('admin: changes everything; accountant: reads everything and keeps the books; auditor: reads everything')

/** api.md, An auditor. */
export const createAuditorBody = withNameField('Name is required', NEW_OFFICE_USER)

/** api.md, The office's desk. */
export const createOfficeUserBody = withNameField('Name is required', {
  ...NEW_OFFICE_USER,
  role: roleInOffice,
})

/** api.md, The office's desk: omitted or empty fields stay unchanged. */
export const editOfficeUserBody = withNameField('Name is required', {
  email: emptyMeansUnchanged(emailAddress('Email is required')).describe(
    `${OFFICE_EMAIL}. Left out or empty, it stays`,
  ),
  password: emptyMeansUnchanged(passwordOfLength('Password is required', MIN_PASSWORD_LENGTH)).describe(NEW_PASSWORD),
  role: roleInOffice.optional(),
})

/** The person's own password, by the rules for one that is changed (§5, Edit site user). */
export const ownPasswordBody = z.strictObject({
  current: z
    .string({ error: 'Please enter your current password' })
    .min(1, 'Please enter your current password')
    .max(TEXT_LIMITS.password, 'The current password is wrong')
    .describe('The password until now'),
  password: strongPassword.describe('The new password, which ends the other sessions of the account'),
})

/** api.md, The office's desk: without a password the account is disabled. */
export const phoneLostBody = z.strictObject({
  password: emptyMeansUnchanged(passwordOfLength('Password is required', MIN_PASSWORD_LENGTH)).describe(
    'A new password for the person. Left out or empty, the account is disabled',
  ),
})

/** §5, Create supervisor. */
export const createSupervisorBody = withNameField('Name is required', {
  mobile: mobileNumber('Mobile number is required'),
  password: passwordOfLength('Password is required', MIN_PASSWORD_LENGTH),
  email: optionalText(TEXT_LIMITS.email).describe(EMAIL),
})
