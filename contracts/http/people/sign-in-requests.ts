import { z } from 'zod'
import { requiredText, TEXT_LIMITS } from '../../text/text-schemas.ts'
import { INVALID_MOBILE_MESSAGE } from './people-requests.ts'

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
