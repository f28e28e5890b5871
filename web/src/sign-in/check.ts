import type { Issue } from '@ledger/contracts/refusals.ts'

/**
 * §5 for the two sign-in forms, without zod: a field user should see the balance before 24 kB of schemas have come.
 * tests/browser/sign-in-check.test.ts proves, on random input, that this and the contracts' schemas give the same errors.
 */
const BOTH_FIELD = 'Please enter both mobile number and password'
const BOTH_OFFICE = 'Please enter both email and password'

export function checkSiteLogin({ mobile, password }: { mobile: string; password: string }): Issue[] {
  const issues: Issue[] = []
  if (mobile === '') issues.push({ path: 'mobile', message: BOTH_FIELD })
  else if (!/^\d{10}$/.test(mobile))
    issues.push({ path: 'mobile', message: 'Please enter a valid 10-digit mobile number' })
  if (password === '') issues.push({ path: 'password', message: BOTH_FIELD })
  return issues
}

export function checkAdminLogin({ email, password }: { email: string; password: string }): Issue[] {
  const issues: Issue[] = []
  if (email.trim() === '') issues.push({ path: 'email', message: BOTH_OFFICE })
  if (password === '') issues.push({ path: 'password', message: BOTH_OFFICE })
  return issues
}
