import type { ValidationIssue } from '@ledger/contracts/http/error-body.ts'
import { adminLoginBody, siteLoginBody } from '@ledger/contracts/http/people/sign-in-requests.ts'
import { signInErrorTitle, validateAdminLogin, validateSiteLogin } from '@ledger/web/src/sign-in/validate-sign-in.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { randomSeed } from '../../environment/random-seed.ts'

/** The sign-in forms are checked without zod; this proves that they give the sentences of the contracts' schemas. */

function issuesOf(schema: z.ZodType, body: object): ValidationIssue[] {
  const result = schema.safeParse(body)
  return result.success ? [] : result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}

/** The possible values of the form: digits only, ten at most (§5); no field is longer than the contracts allow. */
const mobile = fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,10}$/), fc.stringMatching(/^\d{10}$/))
const password = fc.string({ maxLength: 128 })
const email = fc.oneof(fc.string({ maxLength: 50 }), fc.constantFrom('', ' ', '\t', 'admin@localhost'))

it('gives the same first sentence as the contracts for what a form can hold, and none where they give none', () => {
  fc.assert(
    fc.property(mobile, password, (number, secret) => {
      const body = { mobile: number, password: secret }
      expect(validateSiteLogin(body)[0]?.message).toBe(issuesOf(siteLoginBody, body)[0]?.message)
    }),
    { seed: randomSeed },
  )
  fc.assert(
    fc.property(email, password, (address, secret) => {
      const body = { email: address, password: secret }
      expect(validateAdminLogin(body)[0]?.message).toBe(issuesOf(adminLoginBody, body)[0]?.message)
    }),
    { seed: randomSeed },
  )
})

it('heads the toast of a wrong number with its own title (§5)', () => {
  expect(signInErrorTitle('Please enter a valid 10-digit mobile number')).toBe('Invalid Mobile Number')
  expect(signInErrorTitle('Please enter both mobile number and password')).toBeUndefined()
})
