import { NOBODY } from '@ledger/contracts/events.ts'
import { maskMobile, OFFICE_ROLES, publicId } from '@ledger/contracts/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { emailName, findCredentials, mobileName } from '../access/credentials.ts'
import { nameOf } from '../domain/state.ts'
import { metaOf } from './command.ts'
import { TurnedAway } from './errors.ts'
import { route } from './route.ts'
import type { Service } from './service.ts'
import { askerOf, signIn, signOut } from './session.ts'

/** Signing in and out, for both audiences. */
export function registerSignIn(app: FastifyInstance, service: Service): void {
  const { db } = service

  route(app, 'siteLogin', async ({ body, request }) => {
    const { mobile, password } = body
    const found = await findCredentials(db, mobileName(mobile))
    const right = await service.passwords.verify(password, found?.password_hash)
    if (!found || !right) {
      await recordRefusal(service, request, found?.account_id, maskMobile(mobile), 'wrong_password')
      throw new TurnedAway('wrong_mobile_or_password')
    }
    if (found.status !== 'active') {
      await recordRefusal(service, request, found.account_id, maskMobile(mobile), 'disabled')
      throw new TurnedAway('account_disabled')
    }
    await begin(service, request, found, mobile)
    const name = nameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: publicId(found.role, mobile), name, siteName: found.site_name, mobile, role: found.role } }
  })

  route(app, 'adminLogin', async ({ body, request }) => {
    const email = body.email.toLowerCase()
    const found = await findCredentials(db, emailName(email))
    const right = await service.passwords.verify(body.password, found?.password_hash)
    if (!found || !right || found.status !== 'active') {
      await recordRefusal(service, request, found?.account_id, 'e-mail', 'wrong_password')
      throw new TurnedAway('wrong_email_or_password')
    }
    await begin(service, request, found, null)
    const name = nameOf({ firstName: found.first_name, lastName: found.last_name })
    return { user: { id: found.account_id, name, email, role: found.role } }
  })

  route(app, 'adminAuth', async ({ request }) => {
    const { companyId, accountId } = askerOf(request)
    const row = await db
      .selectFrom('account_states')
      .innerJoin('contacts', (join) =>
        join
          .onRef('contacts.company_id', '=', 'account_states.company_id')
          .onRef('contacts.account_id', '=', 'account_states.account_id'),
      )
      .select(['first_name', 'last_name', 'role', 'email'])
      .where('account_states.company_id', '=', companyId)
      .where('account_states.account_id', '=', accountId)
      .executeTakeFirst()
    if (!row || !OFFICE_ROLES.includes(row.role)) throw new TurnedAway('unauthorized')
    const name = nameOf({ firstName: row.first_name, lastName: row.last_name })
    return { id: accountId, name, email: row.email ?? '', role: row.role }
  })

  for (const name of ['siteLogout', 'adminLogout'] as const) {
    route(app, name, async ({ request, reply }) => {
      await signOut(request, reply)
      return reply.send()
    })
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/** The sign-in is history before the session exists; an account that was disabled meanwhile gets none. */
async function begin(service: Service, request: FastifyRequest, found: Found, mobile: string | null): Promise<void> {
  const { company_id: companyId, account_id: accountId, role, epoch } = found
  const { status } = await service.log.submit({
    command: { type: 'SignIn', via: 'password', by: { account: accountId, epoch }, now: service.clock() },
    meta: metaOf(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) throw new TurnedAway('unauthorized')
  await signIn(request, { companyId, accountId, role, epoch, mobile })
}

async function recordRefusal(
  service: Service,
  request: FastifyRequest,
  account: string | undefined,
  name: string,
  reason: string,
): Promise<void> {
  await service.log.submit({
    command: { type: 'RefuseSignIn', account, name, reason, by: { system: NOBODY }, now: service.clock() },
    meta: metaOf(request),
    answer: () => ({ status: 401, body: '' }),
  })
}
