import { z } from 'zod'

/** Settings of the installation and of the office, as events hold them before and after a change. */

const paiseOrOff = z.int().positive().nullable()

/**
 * The settings that decide who gets in and what can be proved, as the API was started with them. They hold no secret,
 * and nothing from which a secret could be guessed. A new setting requires a new version of the event.
 */
export const installationSettings = z.strictObject({
  /** The address that browsers use; null for this machine's own. */
  publicOrigin: z.string().nullable(),
  /** Whether an admin may look at the passwords of site incharges. */
  passwordReveal: z.boolean(),
  /** Whether sign-in attempts are limited. */
  signInLimit: z.boolean(),
  openid: z.strictObject({ issuer: z.string(), clientId: z.string() }).nullable(),
  /** The verifier key for checkpoints; null before the signer has published one. */
  checkpointKey: z.string().nullable(),
})
export type InstallationSettings = z.infer<typeof installationSettings>

/** The limits of the office's worklists; null switches a list off. */
export const officeLimits = z.strictObject({
  lowCashPaise: paiseOrOff,
  billAbovePaise: paiseOrOff,
  largePaise: paiseOrOff,
  lateDays: z.int().positive().nullable(),
})
export type OfficeLimits = z.infer<typeof officeLimits>

/** The limits of the lists for tax, in paise; null switches one off. */
export const taxLimits = z.strictObject({
  singlePaise: paiseOrOff,
  yearPaise: paiseOrOff,
  cashDayPaise: paiseOrOff,
})
export type TaxLimits = z.infer<typeof taxLimits>
