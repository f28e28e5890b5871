import { randomUUIDv7 } from 'node:crypto'
import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { PersonName } from '@ledger/contracts/http/people/people-requests.ts'
import { OFFICE_ROLES, type OfficeRole } from '@ledger/contracts/roles.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import { listOfficeUsers } from '@ledger/projections/queries/people-lists.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findOfficeUser } from '../../../access/accounts-by-public-id.ts'
import {
  deleteCredentialStatements,
  emailSignInName,
  insertCredentialStatements,
  updateCredentialStatements,
} from '../../../access/credential-store.ts'
import { type AccountState, fullNameOf } from '../../../domain/account-and-transaction-states.ts'
import type { CommandedRole } from '../../../domain/commands.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import type { CompanyContext } from '../../company-context.ts'
import { type RouteCall, routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'

/**
 * Registers the routes by which the admin manages the people of head office (api.md). `/api/admin/auditors` is the same
 * list, of auditors alone.
 */
export function registerOfficeUserRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  for (const [name, role] of [
    ['officeUsers', undefined],
    ['auditors', 'auditor'],
  ] as const) {
    route(name, async ({ company: { officeDb, companyId, freshness }, reply }) => {
      setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'balances'))
      return listOfficeUsers(officeDb, companyId, role)
    })
  }

  route('createOfficeUser', async (call) => createOfficeUser(call, call.body.role))
  route('createAuditor', async (call) => createOfficeUser(call, 'auditor'))
  route('editOfficeUser', editOfficeUser)
  route('deleteOfficeUser', async (call) => closeOfficeUser(call, 'office'))
  route('deleteAuditor', async (call) => closeOfficeUser(call, 'auditor'))
}

interface CreateCall {
  company: CompanyContext
  request: FastifyRequest
  reply: FastifyReply
  body: { name: PersonName; email: string; password: string }
}

async function createOfficeUser(call: CreateCall, role: OfficeRole): Promise<FastifyReply> {
  const { company, body, request, reply } = call
  const { companyId } = company
  const account = randomUUIDv7()
  const { name, email, password } = body
  const signInName = emailSignInName(email)
  const passwordHash = await company.passwords.hash(password)
  // No user may see the password of another in head office, not even the admin, whom the auditor audits.
  const credentials = {
    companyId,
    accountId: account,
    signInName,
    mobile: undefined,
    email,
    passwordHash,
    visible: undefined,
  }
  const answer: OfficeUser = { id: account, name: fullNameOf(name), email, role }
  return dispatchCommand(company, request, reply, {
    command: { type: 'OpenAccount', account, role, profile: { ...name, site: null, mobile: null }, signInName },
    body,
    sideStatements: insertCredentialStatements(credentials),
    answer: () => jsonAnswer(201, answer),
  })
}

async function editOfficeUser(call: RouteCall<'editOfficeUser'>): Promise<FastifyReply> {
  const { company, params, body, request, reply } = call
  const { companyId } = company
  const user = await requireOfficeUser(company, params.id)
  const { name, password, role } = body
  const email = body.email === user.email ? undefined : body.email
  const hash = password === undefined ? undefined : await company.passwords.hash(password)
  const signInName = email === undefined ? undefined : emailSignInName(email)
  return dispatchCommand(company, request, reply, {
    command: {
      type: 'EditAccount',
      account: user.id,
      role: 'office',
      newRole: role,
      profile: name,
      newPassword: password !== undefined,
      newContact: email !== undefined,
      ...(signInName === undefined ? {} : { signInName }),
    },
    body,
    sideStatements: updateCredentialStatements({
      companyId,
      accountId: user.id,
      signInName,
      mobile: undefined,
      email,
      password: hash === undefined ? undefined : { hash, visible: undefined },
    }),
    answer: (after) => jsonAnswer(200, officeUserResponse(after.account(user.id), email ?? user.email)),
  })
}

function officeUserResponse({ id, role, profile }: AccountState, email: string): OfficeUser {
  return { id, name: fullNameOf(profile), email, role }
}

interface CloseCall extends Omit<CreateCall, 'body'> {
  params: { id: string }
}

async function closeOfficeUser({ company, params, request, reply }: CloseCall, role: CommandedRole) {
  const { companyId } = company
  if (!isUuid(params.id)) throw new HttpRefusal('not_found')
  return dispatchCommand(company, request, reply, {
    command: { type: 'CloseAccount', account: params.id, role },
    body: undefined,
    sideStatements: deleteCredentialStatements(companyId, params.id),
    answer: () => ({ status: 204, body: '' }),
  })
}

/** @throws HttpRefusal not_found where no account of head office has the id. The ledger refuses a deleted one. */
async function requireOfficeUser({ db, companyId }: CompanyContext, id: string): Promise<OfficeUser> {
  const user = isUuid(id) ? await findOfficeUser(db, companyId, id) : undefined
  if (!user || !OFFICE_ROLES.includes(user.role)) throw new HttpRefusal('not_found')
  return user
}
