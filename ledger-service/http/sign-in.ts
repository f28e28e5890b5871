import { maskMobile, OFFICE_ROLES, publicId } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { emailName, findCredentials, mobileName } from '../access/credentials.ts'
import { findOfficeUser } from '../access/people.ts'
import { nameOf } from '../domain/state.ts'
import { addressOf, customerAt } from './address.ts'
import { TurnedAway } from './errors.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf, sayAccount, signOut } from './session.ts'
import { throttled } from './sign-in-limit.ts'
import { beginSession, recordRefusal } from './sign-in-record.ts'

/** Registers signing in with a password and signing out, for field and office. */
export function registerSignIn(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)

  route('siteLogin', async ({ body: { mobile, password }, request, reply }) => {
    const found = await check(service, request, { name: mobileName(mobile), shown: maskMobile(mobile), password })
    if (!found) throw new TurnedAway('wrong_mobile_or_password')
    if (found.status !== 'active') throw new TurnedAway('account_disabled')
    const begun = await beginSession(service, request, reply, { proved: found, via: 'password' })
    if (!begun) throw new TurnedAway('unauthorized')
    sayAccount(reply, found.account_id)
    const name = nameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: publicId(found.role, mobile), name, siteName: found.site_name, mobile, role: found.role } }
  })

  route('adminLogin', async ({ body, request, reply }) => {
    const email = body.email.toLowerCase()
    const found = await check(service, request, { name: emailName(email), shown: 'e-mail', password: body.password })
    if (found?.status !== 'active') throw new TurnedAway('wrong_email_or_password')
    const begun = await beginSession(service, request, reply, { proved: found, via: 'password' })
    if (!begun) throw new TurnedAway('unauthorized')
    const name = nameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: found.account_id, name, email, role: found.role } }
  })

  route('adminAuth', async ({ request }) => {
    const { companyId, accountId } = askerOf(request)
    const user = await findOfficeUser(service.db, companyId, accountId)
    if (!user || !OFFICE_ROLES.includes(user.role)) throw new TurnedAway('unauthorized')
    return user
  })

  for (const name of ['siteLogout', 'adminLogout'] as const) {
    route(name, async ({ request, reply }) => {
      await signOut(request, reply)
      return reply.send()
    })
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

interface Presented {
  /** The sign-in name that is looked up, and the part of it that the log may contain. */
  name: string
  shown: string
  password: string
}

/**
 * Returns the account of a name and password. The steps and the time are the same for an unknown name, a wrong password
 * and a deleted account; a disabled account gets another answer only after the right password.
 */
async function check(
  service: Service,
  request: FastifyRequest,
  { name, shown, password }: Presented,
): Promise<Found | undefined> {
  const right = await throttled(service, request, name, async () => {
    const found = await findCredentials(service.db, service.companyId, name)
    // Hashes of all companies wait in one queue, and two companies may have users with the same number.
    const asker = { name: `${service.companyId} ${name}`, address: customerAt(addressOf(request)) }
    return (await service.passwords.verify(password, found?.password_hash, asker)) ? found : undefined
  })
  if (right?.status === 'active') return right
  await recordRefusal(service, request, {
    account: right?.account_id,
    name: shown,
    reason: right ? 'disabled' : 'wrong_name_or_password',
  })
  return right
}
