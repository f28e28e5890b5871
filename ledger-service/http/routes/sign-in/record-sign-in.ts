import { ANONYMOUS_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { eventMetaFrom } from '../../command-handler.ts'
import type { CompanyContext } from '../../company-context.ts'
import { startSession } from '../../plugins/session.ts'
import { trustDevice } from './device-cookie.ts'

/** An account that was authenticated, by a password or at the OpenID provider. */
export interface AuthenticatedAccount {
  company_id: string
  account_id: string
  role: Role
  epoch: number
}

/**
 * Records the sign-in as an event, then makes the session.
 * @returns false, without a session, for an account that was disabled or closed meanwhile
 */
export async function recordSignIn(
  company: CompanyContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { proved, via }: { proved: AuthenticatedAccount; via: 'password' | 'openid' },
): Promise<boolean> {
  const { company_id: companyId, account_id: accountId, role, epoch } = proved
  const { status } = await company.log.submit({
    command: { type: 'SignIn', via, by: { account: accountId, epoch }, now: company.clock() },
    meta: eventMetaFrom(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) return false
  await trustDevice(company, request, reply, { companyId, accountId })
  await startSession(request, { companyId, accountId, role, epoch, mobile: null })
  return true
}

/** Records a refused sign-in as an event, too. `name` is the part of the tried name that the log may contain. */
export async function recordSignInRefusal(
  company: CompanyContext,
  request: FastifyRequest,
  { account, name, reason }: { account: string | undefined; name: string; reason: string },
): Promise<void> {
  await company.log.submit({
    command: { type: 'RefuseSignIn', account, name, reason, by: { system: ANONYMOUS_ACTOR }, now: company.clock() },
    meta: eventMetaFrom(request),
    answer: () => ({ status: 401, body: '' }),
  })
}
