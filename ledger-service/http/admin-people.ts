import { randomUUIDv7 } from 'node:crypto'
import type { PersonName } from '@ledger/contracts/bodies.ts'
import { type FieldRole, maskMobile, publicId } from '@ledger/contracts/roles.ts'
import type { SiteUser } from '@ledger/contracts/shapes.ts'
import { toBalance } from '@ledger/projections/balances.ts'
import { findUser, listUsers } from '@ledger/projections/directory.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changeStatements, closeStatements, credentialStatements, mobileName } from '../access/credentials.ts'
import { findOpenPerson, type Person } from '../access/people.ts'
import { reveal } from '../access/reveal.ts'
import type { AccountState } from '../domain/state.ts'
import { answerWith, metaOf, send } from './command.ts'
import { TooMany, TurnedAway } from './errors.ts'
import { nextPage, sayCount, sayLag } from './lists.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** Registers the admin's routes for site incharges and supervisors. */
export function registerAdminPeople(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, officeDb, companyId, freshness } = service

  for (const [name, role] of [
    ['adminSites', 'site_incharge'],
    ['adminSupervisors', 'supervisor'],
  ] as const) {
    route(name, async ({ query, request, reply }) => {
      sayLag(reply, await freshness.wait('directory', 'balances'))
      const { rows, next, count } = await listUsers(officeDb, companyId, role, query)
      sayCount(reply, count)
      nextPage(request, reply, next)
      return rows
    })
  }

  route('createSiteUser', async ({ body, request, reply }) =>
    create({ service, request, reply, role: 'site_incharge', body, siteName: body.siteName }),
  )
  route('createSupervisor', async ({ body, request, reply }) =>
    create({ service, request, reply, role: 'supervisor', body, siteName: undefined }),
  )
  route('editSiteUser', async ({ params, body, request, reply }) =>
    edit({ service, request, reply, role: 'site_incharge', id: params.id, body, siteName: body.siteName }),
  )
  route('editSupervisor', async ({ params, body, request, reply }) =>
    edit({ service, request, reply, role: 'supervisor', id: params.id, body, siteName: undefined }),
  )
  route('deleteSiteUser', async ({ params, request, reply }) =>
    close({ service, request, reply, role: 'site_incharge', id: params.id }),
  )
  route('deleteSupervisor', async ({ params, request, reply }) =>
    close({ service, request, reply, role: 'supervisor', id: params.id }),
  )

  route('setSupervisorStatus', async ({ params, body, request, reply }) => {
    const person = await openPerson(service, params.id, 'supervisor')
    const { accountId: account } = person
    return send(service, request, reply, {
      command: { type: 'SetAccountStatus', account, role: 'supervisor', status: body.status },
      body,
      answer: (after) => answerWith(200, userOf(after.account(account), person)),
    })
  })

  route('revealUser', async ({ params, request, reply }) => {
    const { accountId } = await openPerson(service, params.id, 'site_incharge')
    sayLag(reply, await freshness.wait('directory', 'balances'))
    const user = await findUser(db, companyId, accountId)
    if (!user || !('siteName' in user)) throw new TurnedAway('not_found')
    const { accountId: admin, epoch } = askerOf(request)
    const onUnreadable = (account: string) => request.log.warn({ account }, 'the copy of a password cannot be read')
    const look = { by: { account: admin, epoch }, accountId, meta: metaOf(request) }
    const password = await reveal({ ...service, onUnreadable }, look)
    if (typeof password === 'object' && password !== null)
      throw 'refused' in password
        ? new TurnedAway(password.refused)
        : new TooMany('too_many_tries', password.waitSeconds)
    reply.header('cache-control', 'no-store')
    return { ...user, password }
  })
}

interface Calling {
  service: Service
  request: FastifyRequest
  reply: FastifyReply
  role: FieldRole
}

interface Creating extends Calling {
  body: { name: PersonName; mobile: string; password: string; email?: string | undefined }
  siteName: string | undefined
}

async function create({ service, request, reply, role, body, siteName }: Creating): Promise<FastifyReply> {
  const { companyId, revealKey } = service
  const { name, mobile, password, email } = body
  const account = randomUUIDv7()
  const signInName = mobileName(mobile)
  const passwordHash = await service.passwords.hash(password)
  const visible = visibleTo(role, revealKey, password)
  const contact = { accountId: account, mobile, email: email ?? null }
  return send(service, request, reply, {
    command: {
      type: 'OpenAccount',
      account,
      role,
      profile: { ...name, site: siteName ?? null, mobile: maskMobile(mobile) },
      signInName,
    },
    body,
    alongside: credentialStatements({
      companyId,
      accountId: account,
      signInName,
      mobile,
      email,
      passwordHash,
      visible,
    }),
    answer: (after) => answerWith(201, userOf(after.account(account), contact)),
  })
}

interface Editing extends Calling {
  id: string
  body: {
    name: PersonName
    mobile?: string | undefined
    password?: string | undefined
    email?: string | null | undefined
  }
  siteName: string | null | undefined
}

async function edit({ service, request, reply, role, id, body, siteName }: Editing): Promise<FastifyReply> {
  const person = await openPerson(service, id, role)
  const { companyId, revealKey } = service
  const { name, password, email } = body
  const mobile = body.mobile === person.mobile ? undefined : body.mobile
  const contact = { mobile: mobile ?? person.mobile, email: email === undefined ? person.email : email }
  const hash = password === undefined ? undefined : await service.passwords.hash(password)
  const visible = password === undefined ? undefined : visibleTo(role, revealKey, password)
  const changes = {
    companyId,
    accountId: person.accountId,
    mobile,
    email,
    password: hash === undefined ? undefined : { hash, visible },
  }
  return send(service, request, reply, {
    command: {
      type: 'EditAccount',
      account: person.accountId,
      role,
      profile: {
        ...name,
        ...(siteName === undefined ? {} : { site: siteName }),
        ...(mobile === undefined ? {} : { mobile: maskMobile(mobile) }),
      },
      newPassword: password !== undefined,
      newContact: mobile !== undefined || contact.email !== person.email,
      ...(mobile === undefined ? {} : { signInName: mobileName(mobile) }),
    },
    body,
    alongside: changeStatements(changes),
    answer: (after) => answerWith(200, userOf(after.account(person.accountId), contact)),
  })
}

/**
 * Returns the password copy that the admin may look at later: a site incharge's (§3). No other copy is stored, because
 * no route shows it.
 */
function visibleTo(role: FieldRole, key: Buffer | undefined, password: string) {
  return role === 'site_incharge' && key ? { password, key } : undefined
}

async function close({ service, request, reply, role, id }: Calling & { id: string }): Promise<FastifyReply> {
  const { accountId } = await openPerson(service, id, role)
  return send(service, request, reply, {
    command: { type: 'CloseAccount', account: accountId, role },
    body: undefined,
    alongside: closeStatements(service.companyId, accountId),
    answer: () => ({ status: 204, body: '' }),
  })
}

/** @throws TurnedAway not_found where no account of that role has the id, or it is deleted */
async function openPerson({ db, companyId }: Service, id: string, role: FieldRole): Promise<Person> {
  const person = await findOpenPerson(db, companyId, id, role)
  if (!person) throw new TurnedAway('not_found')
  return person
}

/** Returns the account right after a command, in the form of the lists. A supervisor has no site (api.md, Shapes). */
function userOf(
  account: AccountState,
  { mobile, email }: Pick<Person, 'mobile' | 'email'>,
): Omit<SiteUser, 'siteName'> {
  const { role, status, profile, receivedPaise, spentPaise } = account
  return {
    id: publicId(role, mobile),
    role,
    firstName: profile.firstName,
    lastName: profile.lastName,
    email,
    mobile,
    ...(role === 'site_incharge' ? { siteName: profile.site } : {}),
    status: status === 'disabled' ? 'disabled' : 'active',
    siteBalance: toBalance(receivedPaise, spentPaise),
  }
}
