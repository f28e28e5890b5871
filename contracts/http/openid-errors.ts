/**
 * The reasons for which a sign-in with the company's OpenID Connect provider fails. GET /api/callback sends the browser
 * to `/login?error=<code>`, which shows the sentence.
 */
export const OPENID_ERRORS = {
  // Also shown to a user whose session ended, who is sent to the provider first (§8): the sentence says what to do, and
  // blames no one.
  no_provider:
    'Choose your role below and sign in with your mobile number or email and your password. Sign-in with a company account is not set up here.',
  provider_away: 'The sign-in service does not answer right now. Please try again, or sign in with your password.',
  cancelled_at_provider: 'The sign-in was cancelled.',
  sign_in_lost: 'This sign-in has expired or was already used. Please start again.',
  not_trusted: 'The answer of the sign-in service could not be trusted. Please tell your admin.',
  email_not_verified: 'The sign-in service has not verified your email address.',
  email_unknown: 'No office account has this email address. Contact your admin.',
  other_identity: 'Another person of the sign-in service is linked to this account. Contact your admin.',
  account_disabled: 'Your account is disabled. Contact your admin.',
  too_many_tries: 'Too many tries. Please wait and try again.',
} as const satisfies Record<string, string>

export type OpenidErrorCode = keyof typeof OPENID_ERRORS
