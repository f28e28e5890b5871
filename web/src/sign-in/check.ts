import type { Issue } from '@ledger/contracts/refusals.ts'

/**
 * §5 for the two sign-in forms, without zod: a field user should see the balance before 24 kB of schemas have loaded.
 * tests/unit/web/sign-in-check.test.ts proves, on random input, that this and the contracts' schemas return the same
 * errors.
 */
const BOTH_FIELD = 'Please enter both mobile number and password'
const BOTH_OFFICE = 'Please enter both email and password'
const INVALID_MOBILE = 'Please enter a valid 10-digit mobile number'

/** §5: the toast of a wrong number has a title of its own. */
export function titleOf(message: string): string {
  return message === INVALID_MOBILE ? 'Invalid Mobile Number' : 'Error'
}

export function checkSiteLogin({ mobile, password }: { mobile: string; password: string }): Issue[] {
  const issues: Issue[] = []
  if (mobile === '') issues.push({ path: 'mobile', message: BOTH_FIELD })
  if (password === '') issues.push({ path: 'password', message: BOTH_FIELD })
  // §5: both fields must be filled before either is checked.
  if (issues.length === 0 && !/^\d{10}$/.test(mobile)) issues.push({ path: 'mobile', message: INVALID_MOBILE })
  return issues
}

export function checkAdminLogin({ email, password }: { email: string; password: string }): Issue[] {
  const issues: Issue[] = []
  if (email.trim() === '') issues.push({ path: 'email', message: BOTH_OFFICE })
  if (password === '') issues.push({ path: 'password', message: BOTH_OFFICE })
  return issues
}
