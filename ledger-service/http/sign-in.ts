import { NOBODY } from '@ledger/contracts/events.ts'
import { maskMobile, OFFICE_ROLES, publicId } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailName, findCredentials, mobileName } from '../access/credentials.ts'
import { findOfficeUser } from '../access/people.ts'
import { nameOf } from '../domain/state.ts'
import { metaOf } from './command.ts'
import { TurnedAway } from './errors.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf, signIn, signOut } from './session.ts'
import { throttled, trust } from './sign-in-limit.ts'

/** Signing in with a password and signing out, for both audiences. */
export function registerSignIn(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)

  route('siteLogin', async ({ body: { mobile, password }, request, reply }) => {
    const found = await check(service, request, { name: mobileName(mobile), shown: maskMobile(mobile), password })
    if (!found) throw new TurnedAway('wrong_mobile_or_password')
    if (found.status !== 'active') throw new TurnedAway('account_disabled')
    await begin(service, request, reply, found)
    const name = nameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: publicId(found.role, mobile), name, siteName: found.site_name, mobile, role: found.role } }
  })

  route('adminLogin', async ({ body, request, reply }) => {
    const email = body.email.toLowerCase()
    const found = await check(service, request, { name: emailName(email), shown: 'e-mail', password: body.password })
    if (found?.status !== 'active') throw new TurnedAway('wrong_email_or_password')
    await begin(service, request, reply, found)
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
  /** The sign-in name that is looked up, and what the log may show of it. */
  name: string
  shown: string
  password: string
}

/**
 * The account whose name and password these are. The same steps, in the same time, for a name that nobody has, a wrong
 * password and a deleted account; a disabled account is told apart only after the right password.
 */
async function check(
  service: Service,
  request: FastifyRequest,
  { name, shown, password }: Presented,
): Promise<Found | undefined> {
  const right = await throttled(service, request, name, async () => {
    const found = await findCredentials(service.db, name)
    return (await service.passwords.verify(password, found?.password_hash)) ? found : undefined
  })
  if (right?.status === 'active') return right
  await service.log.submit({
    command: {
      type: 'RefuseSignIn',
      account: right?.account_id,
      name: shown,
      reason: right ? 'disabled' : 'wrong_name_or_password',
      by: { system: NOBODY },
      now: service.clock(),
    },
    meta: metaOf(request),
    answer: () => ({ status: 401, body: '' }),
  })
  return right
}

/** The sign-in is history before the session exists; an account that was disabled meanwhile gets none. */
async function begin(service: Service, request: FastifyRequest, reply: FastifyReply, found: Found): Promise<void> {
  const { company_id: companyId, account_id: accountId, role, epoch } = found
  const { status } = await service.log.submit({
    command: { type: 'SignIn', via: 'password', by: { account: accountId, epoch }, now: service.clock() },
    meta: metaOf(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) throw new TurnedAway('unauthorized')
  await trust(service, request, reply, { companyId, accountId })
  await signIn(request, { companyId, accountId, role, epoch, mobile: null })
}
