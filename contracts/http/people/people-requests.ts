import { z } from 'zod'
import { INVALID_DATE_MESSAGE, isDay } from '../../dates.ts'
import { parsePublicId } from '../../public-account-id.ts'
import { officeRole } from '../../roles.ts'
import {
  clearableText,
  emailAddress,
  optionalText,
  requiredText,
  singleLineText,
  TEXT_LIMITS,
  UNPRINTABLE_TEXT_MESSAGE,
} from '../../text/text-schemas.ts'

/** The request bodies about people, with the rules of §5: as ../requests.ts. */

/** §9. */
export const MIN_PASSWORD_LENGTH = 8
export const INVALID_MOBILE_MESSAGE = 'Please enter a valid 10-digit mobile number'

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
    // An error in a field is reported with its own message, not as a missing name.
    { error: ({ errors, input }) => errors?.[input instanceof NameParts ? 0 : 1]?.[0]?.message ?? message },
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

const NO_SITE_MESSAGE = 'Please choose a site'
const isSiteId = (id: string) => parsePublicId(id)?.role === 'site_incharge'

/** Where a supervisor works (api.md, Books). An empty text is no site, or no day. */
const siteOfSupervisor = {
  siteId: z
    .union([z.literal(''), z.null(), z.string().refine(isSiteId, NO_SITE_MESSAGE)], { error: NO_SITE_MESSAGE })
    .optional()
    .transform((id) => (id === '' ? null : id))
    .meta({
      description: 'The public id of the incharge at whose site the supervisor works; empty or null, at none',
      examples: ['site_9876543210'],
    }),
  siteFrom: z
    .union([z.literal(''), z.string().refine(isDay, INVALID_DATE_MESSAGE)], { error: INVALID_DATE_MESSAGE })
    .optional()
    .transform((day) => day || undefined)
    .meta({
      description:
        'The first day there, `YYYY-MM-DD`, not in the future nor in closed books; left out, today where the site changes',
      examples: ['2026-04-01'],
    }),
}

/** §5, Edit supervisor. A site that is left out stays. */
export const editSupervisorBody = withNameField('Name is required', {
  mobile: unchangedOrMobile,
  password: emptyMeansUnchanged(passwordOfLength('Password is required', MIN_PASSWORD_LENGTH)).describe(NEW_PASSWORD),
  email: clearableText(TEXT_LIMITS.email).describe(`${EMAIL}. ${STAYS}`),
  ...siteOfSupervisor,
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
  ...siteOfSupervisor,
})
