import type { ValidationIssue } from '@ledger/contracts/http/error-body.ts'

/**
 * §5 for the two sign-in forms, without zod: a field user should see the balance before 24 kB of schemas have loaded.
 * tests/unit/web/validate-sign-in.test.ts proves, on random input, that this and the contracts' schemas return the same
 * errors.
 */
const BOTH_MOBILE_AND_PASSWORD = 'Please enter both mobile number and password'
const BOTH_EMAIL_AND_PASSWORD = 'Please enter both email and password'
const INVALID_MOBILE_NUMBER = 'Please enter a valid 10-digit mobile number'

/** §5: the toast of a wrong number has a title of its own; undefined for the other rules. */
export function signInErrorTitle(message: string): string | undefined {
  return message === INVALID_MOBILE_NUMBER ? 'Invalid Mobile Number' : undefined
}

export function validateSiteLogin({ mobile, password }: { mobile: string; password: string }): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  if (mobile === '') issues.push({ path: 'mobile', message: BOTH_MOBILE_AND_PASSWORD })
  if (password === '') issues.push({ path: 'password', message: BOTH_MOBILE_AND_PASSWORD })
  // §5: both fields must be filled before either is checked.
  if (issues.length === 0 && !/^\d{10}$/.test(mobile)) issues.push({ path: 'mobile', message: INVALID_MOBILE_NUMBER })
  return issues
}

export function validateAdminLogin({ email, password }: { email: string; password: string }): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  if (email.trim() === '') issues.push({ path: 'email', message: BOTH_EMAIL_AND_PASSWORD })
  if (password === '') issues.push({ path: 'password', message: BOTH_EMAIL_AND_PASSWORD })
  return issues
}
