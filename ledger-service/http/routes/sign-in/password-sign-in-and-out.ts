import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { OFFICE_ROLES } from '@ledger/contracts/roles.ts'
import { maskMobile } from '@ledger/contracts/text/mask-mobile.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findOfficeUser } from '../../../access/accounts-by-public-id.ts'
import { emailSignInName, findCredentials, mobileSignInName } from '../../../access/credential-store.ts'
import { fullNameOf } from '../../../domain/account-and-transaction-states.ts'
import type { CompanyContext } from '../../company-context.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { currentUser, endSession, setAccountHeader } from '../../plugins/session.ts'
import { clientIp, clientNetwork } from '../../requests/client-ip.ts'
import { recordSignIn, recordSignInRefusal } from './record-sign-in.ts'
import { limitSignInAttempts } from './sign-in-rate-limit.ts'

/** Registers signing in with a password and signing out, for field and office. */
export function registerPasswordSignInAndOut(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('siteLogin', async ({ company, body: { mobile, password }, request, reply }) => {
    const found = await verifyCredentials(company, request, {
      name: mobileSignInName(mobile),
      shown: maskMobile(mobile),
      password,
    })
    if (!found) throw new HttpRefusal('wrong_mobile_or_password')
    if (found.status !== 'active') throw new HttpRefusal('account_disabled')
    const begun = await recordSignIn(company, request, reply, { proved: found, via: 'password' })
    if (!begun) throw new HttpRefusal('unauthorized')
    setAccountHeader(reply, found.account_id)
    const name = fullNameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: publicIdFor(found.role, mobile), name, siteName: found.site_name, mobile, role: found.role } }
  })

  route('adminLogin', async ({ company, body, request, reply }) => {
    const email = body.email.toLowerCase()
    const found = await verifyCredentials(company, request, {
      name: emailSignInName(email),
      shown: 'e-mail',
      password: body.password,
    })
    if (found?.status !== 'active') throw new HttpRefusal('wrong_email_or_password')
    const begun = await recordSignIn(company, request, reply, { proved: found, via: 'password' })
    if (!begun) throw new HttpRefusal('unauthorized')
    const name = fullNameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: found.account_id, name, email, role: found.role } }
  })

  route('adminAuth', async ({ company, request }) => {
    const { companyId, accountId } = currentUser(request)
    const user = await findOfficeUser(company.db, companyId, accountId)
    if (!user || !OFFICE_ROLES.includes(user.role)) throw new HttpRefusal('unauthorized')
    return user
  })

  for (const name of ['siteLogout', 'adminLogout'] as const) {
    route(name, async ({ request, reply }) => {
      await endSession(request, reply)
      return reply.send()
    })
  }
}

type FoundCredentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/**
 * Returns the account of a name and password, under the limits of a sign-in. The steps and the time are the same for an
 * unknown name, a wrong password and a deleted account.
 * @throws TooManyRequests with the seconds to wait
 */
export function checkPassword(
  company: CompanyContext,
  request: FastifyRequest,
  { name, password }: { name: string; password: string },
): Promise<FoundCredentials | undefined> {
  return limitSignInAttempts(company, request, name, async () => {
    const found = await findCredentials(company.db, company.companyId, name)
    // Hashes of all companies wait in one queue, and two companies may have users with the same number.
    const asker = { name: `${company.companyId} ${name}`, address: clientNetwork(clientIp(request)) }
    return (await company.passwords.verify(password, found?.password_hash, asker)) ? found : undefined
  })
}

/**
 * Does the same for a sign-in, and records that it was refused: a disabled account gets another answer than a wrong
 * password only after the right one.
 * @param presented with `shown`, the part of the name that the log may contain
 */
async function verifyCredentials(
  company: CompanyContext,
  request: FastifyRequest,
  presented: { name: string; shown: string; password: string },
): Promise<FoundCredentials | undefined> {
  const right = await checkPassword(company, request, presented)
  if (right?.status === 'active') return right
  await recordSignInRefusal(company, request, {
    account: right?.account_id,
    name: presented.shown,
    reason: right ? 'disabled' : 'wrong_name_or_password',
  })
  return right
}
