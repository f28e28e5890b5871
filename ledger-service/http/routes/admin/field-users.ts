import { randomUUIDv7 } from 'node:crypto'
import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { PersonName } from '@ledger/contracts/http/people/people-requests.ts'
import { parsePublicId, publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import { maskMobile } from '@ledger/contracts/text/mask-mobile.ts'
import { formatBalance } from '@ledger/projections/queries/format-balance.ts'
import {
  type AccountPage,
  findFieldUser,
  listIncharges,
  listSupervisors,
} from '@ledger/projections/queries/people-lists.ts'
import { projectionsOfNames } from '@ledger/projections/queries/search/find-parties-named.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AccountContact, findOpenAccountByPublicId } from '../../../access/accounts-by-public-id.ts'
import {
  deleteCredentialStatements,
  insertCredentialStatements,
  mobileSignInName,
  updateCredentialStatements,
} from '../../../access/credential-store.ts'
import { revealPassword } from '../../../access/reveal-stored-password.ts'
import { countLiveSessions } from '../../../access/session-lookup.ts'
import type { AccountState } from '../../../domain/account-and-transaction-states.ts'
import { dispatchCommand, eventMetaFrom, jsonAnswer } from '../../command-handler.ts'
import type { CompanyContext } from '../../company-context.ts'
import { type RouteCall, routeDefiner } from '../../define-route.ts'
import { HttpRefusal, TooManyRequests } from '../../errors.ts'
import { currentUser } from '../../plugins/session.ts'
import {
  type RequestedSiteAssignment,
  readSiteIdOf,
  resolveSiteAssignment,
  type SiteIdOf,
} from '../../requests/resolve-site-assignment.ts'
import { setLagHeader, setNextPageLink, setTotalCountHeader } from '../../responses/pagination-and-lag-headers.ts'

/** Registers the admin's routes for site incharges and supervisors. */
export function registerFieldUserRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('adminSites', (call) => answerFieldUsers(call, listIncharges))
  route('adminSupervisors', (call) => answerFieldUsers(call, listSupervisors))
  route('createSiteUser', async ({ company, body, request, reply }) =>
    createFieldUser({ company, request, reply, role: 'site_incharge', body, siteName: body.siteName }),
  )
  route('createSupervisor', async ({ company, body, request, reply }) =>
    createFieldUser({ company, request, reply, role: 'supervisor', body, siteName: undefined, site: body }),
  )
  route('editSiteUser', async ({ company, params: { id }, body, request, reply }) =>
    editFieldUser({ company, request, reply, role: 'site_incharge', id, body, siteName: body.siteName }),
  )
  route('editSupervisor', async ({ company, params: { id }, body, request, reply }) =>
    editFieldUser({ company, request, reply, role: 'supervisor', id, body, siteName: undefined, site: body }),
  )
  route('deleteSiteUser', async ({ company, params, request, reply }) =>
    closeFieldUser({ company, request, reply, role: 'site_incharge', id: params.id }),
  )
  route('deleteSupervisor', async ({ company, params, request, reply }) =>
    closeFieldUser({ company, request, reply, role: 'supervisor', id: params.id }),
  )
  route('setSiteUserStatus', (call) => setFieldUserStatus(call, 'site_incharge'))
  route('setSupervisorStatus', (call) => setFieldUserStatus(call, 'supervisor'))
  route('reportPhoneLost', reportPhoneLost)
  route('revealUser', revealUser)
}

async function answerFieldUsers<Row>(
  { company, query, request, reply }: RouteCall<'adminSites' | 'adminSupervisors'>,
  list: (...page: Parameters<typeof listIncharges>) => Promise<AccountPage<Row>>,
): Promise<Row[]> {
  const { officeDb, companyId, freshness } = company
  setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'balances', ...projectionsOfNames(query.q)))
  const { rows, next, count } = await list(officeDb, companyId, query)
  setTotalCountHeader(reply, count)
  setNextPageLink(request, reply, next)
  return rows
}

async function setFieldUserStatus(
  { company, params, body, request, reply }: RouteCall<'setSiteUserStatus' | 'setSupervisorStatus'>,
  role: FieldRole,
): Promise<FastifyReply> {
  const person = await requireOpenAccount(company, params.id, role)
  const { accountId: account } = person
  const siteIdOf = await readSiteIdOf(company, account)
  return dispatchCommand(company, request, reply, {
    command: { type: 'SetAccountStatus', account, role, status: body.status },
    body,
    answer: (after) => jsonAnswer(200, fieldUserResponse(after.account(account), person, siteIdOf)),
  })
}

/** Answers a site incharge with the password, where a copy of it is stored. */
async function revealUser({ company, params, request, reply }: RouteCall<'revealUser'>) {
  const { db, companyId, freshness } = company
  const { accountId } = await requireOpenAccount(company, params.id, 'site_incharge')
  setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'balances'))
  const user = await findFieldUser(db, companyId, accountId)
  if (!user || !('siteName' in user)) throw new HttpRefusal('not_found')
  const { accountId: admin, epoch } = currentUser(request)
  const onUnreadable = (account: string) => request.log.warn({ account }, 'the copy of a password cannot be read')
  const look = { by: { account: admin, epoch }, accountId, meta: eventMetaFrom(request) }
  const password = await revealPassword({ ...company, onUnreadable }, look)
  if (typeof password === 'object' && password !== null)
    throw 'refused' in password
      ? new HttpRefusal(password.refused)
      : new TooManyRequests('too_many_tries', password.waitSeconds)
  reply.header('cache-control', 'no-store')
  return { ...user, password }
}

/**
 * Ends all sessions of a field user whose phone is lost: a new password replaces the old one, or the account is
 * disabled.
 */
async function reportPhoneLost({
  company,
  params,
  body,
  request,
  reply,
}: RouteCall<'reportPhoneLost'>): Promise<FastifyReply> {
  const role = parsePublicId(params.id)?.role
  if (role === undefined) throw new HttpRefusal('not_found')
  const { accountId: account } = await requireOpenAccount(company, params.id, role)
  const { db, companyId, revealKey } = company
  const { password } = body
  const hash = password === undefined ? undefined : await company.passwords.hash(password)
  const live = await countLiveSessions(db, companyId, account)
  return dispatchCommand(company, request, reply, {
    command:
      hash === undefined
        ? { type: 'SetAccountStatus', account, role, status: 'disabled' }
        : { type: 'SetPassword', account, role },
    body,
    sideStatements:
      password === undefined || hash === undefined
        ? []
        : updateCredentialStatements({
            companyId,
            accountId: account,
            signInName: undefined,
            mobile: undefined,
            email: undefined,
            password: { hash, visible: revealablePassword(role, revealKey, password) },
          }),
    // In another epoch, another command has ended the counted sessions before this one.
    answer: (after) =>
      jsonAnswer(200, { sessionsEnded: after.account(account).epoch === live.epoch + 1 ? live.sessions : 0 }),
  })
}

interface FieldUserCall {
  company: CompanyContext
  request: FastifyRequest
  reply: FastifyReply
  role: FieldRole
}

interface CreateFieldUserCall extends FieldUserCall {
  body: { name: PersonName; mobile: string; password: string; email?: string | undefined }
  siteName: string | undefined
  /** Only a supervisor has one. */
  site?: RequestedSiteAssignment
}

async function createFieldUser({
  company,
  request,
  reply,
  role,
  body,
  siteName,
  site = {},
}: CreateFieldUserCall): Promise<FastifyReply> {
  const { companyId, revealKey } = company
  const { name, mobile, password, email } = body
  const account = randomUUIDv7()
  const signInName = mobileSignInName(mobile)
  const passwordHash = await company.passwords.hash(password)
  const visible = revealablePassword(role, revealKey, password)
  const contact = { accountId: account, mobile, email: email ?? null }
  const { assignment, siteIdOf } = await resolveSiteAssignment(company, site)
  return dispatchCommand(company, request, reply, {
    command: {
      type: 'OpenAccount',
      account,
      role,
      profile: { ...name, site: siteName ?? null, mobile: maskMobile(mobile) },
      signInName,
      assignment,
    },
    body,
    sideStatements: insertCredentialStatements({
      companyId,
      accountId: account,
      signInName,
      mobile,
      email,
      passwordHash,
      visible,
    }),
    answer: (after) => jsonAnswer(201, fieldUserResponse(after.account(account), contact, siteIdOf)),
  })
}

interface EditFieldUserCall extends FieldUserCall {
  id: string
  body: {
    name: PersonName
    mobile?: string | undefined
    password?: string | undefined
    email?: string | null | undefined
  }
  siteName: string | null | undefined
  /** Only a supervisor has one. */
  site?: RequestedSiteAssignment
}

async function editFieldUser({
  company,
  request,
  reply,
  role,
  id,
  body,
  siteName,
  site = {},
}: EditFieldUserCall): Promise<FastifyReply> {
  const person = await requireOpenAccount(company, id, role)
  const { companyId, revealKey } = company
  const { assignment, siteIdOf } = await resolveSiteAssignment(company, site, person.accountId)
  const { name, password, email } = body
  const mobile = body.mobile === person.mobile ? undefined : body.mobile
  const contact = { mobile: mobile ?? person.mobile, email: email === undefined ? person.email : email }
  const hash = password === undefined ? undefined : await company.passwords.hash(password)
  const visible = password === undefined ? undefined : revealablePassword(role, revealKey, password)
  const changes = {
    companyId,
    accountId: person.accountId,
    signInName: mobile === undefined ? undefined : mobileSignInName(mobile),
    mobile,
    email,
    password: hash === undefined ? undefined : { hash, visible },
  }
  return dispatchCommand(company, request, reply, {
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
      ...(changes.signInName === undefined ? {} : { signInName: changes.signInName }),
      assignment,
    },
    body,
    sideStatements: updateCredentialStatements(changes),
    answer: (after) => jsonAnswer(200, fieldUserResponse(after.account(person.accountId), contact, siteIdOf)),
  })
}

/**
 * Returns the password copy that the admin may look at later: a site incharge's (§3). No other copy is stored, because
 * no route shows it.
 */
function revealablePassword(role: FieldRole, key: Buffer | undefined, password: string) {
  return role === 'site_incharge' && key ? { password, key } : undefined
}

async function closeFieldUser({
  company,
  request,
  reply,
  role,
  id,
}: FieldUserCall & { id: string }): Promise<FastifyReply> {
  const { accountId } = await requireOpenAccount(company, id, role)
  return dispatchCommand(company, request, reply, {
    command: { type: 'CloseAccount', account: accountId, role },
    body: undefined,
    sideStatements: deleteCredentialStatements(company.companyId, accountId),
    answer: () => ({ status: 204, body: '' }),
  })
}

/** @throws HttpRefusal not_found where no account of that role has the id, or it is deleted */
export async function requireOpenAccount(
  { db, companyId }: CompanyContext,
  id: string,
  role: FieldRole,
): Promise<AccountContact> {
  const person = await findOpenAccountByPublicId(db, companyId, id, role)
  if (!person) throw new HttpRefusal('not_found')
  return person
}

/** Returns the account right after a command, in the form of the lists. */
export function fieldUserResponse(
  account: AccountState,
  { mobile, email }: Pick<AccountContact, 'mobile' | 'email'>,
  siteIdOf: SiteIdOf = () => null,
): Omit<SiteUser, 'siteName'> {
  const { role, status, profile, receivedPaise, spentPaise, assignment } = account
  return {
    id: publicIdFor(role, mobile),
    role,
    firstName: profile.firstName,
    lastName: profile.lastName,
    email,
    mobile,
    ...(role === 'site_incharge' ? { siteName: profile.site } : {}),
    status: status === 'disabled' ? 'disabled' : 'active',
    siteBalance: formatBalance(receivedPaise, spentPaise),
    ...(role === 'supervisor' ? { siteId: siteIdOf(assignment), siteFrom: assignment?.from ?? null } : {}),
  }
}
