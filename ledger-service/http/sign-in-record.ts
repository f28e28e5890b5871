import { NOBODY } from '@ledger/contracts/events.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { metaOf } from './command.ts'
import type { Service } from './service.ts'
import { signIn } from './session.ts'
import { trust } from './sign-in-limit.ts'

/** An account that was authenticated, by a password or at the OpenID provider. */
export interface Proved {
  company_id: string
  account_id: string
  role: Role
  epoch: number
}

/**
 * Records the sign-in as an event, then makes the session.
 * @returns false, without a session, for an account that was disabled or closed meanwhile
 */
export async function beginSession(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { proved, via }: { proved: Proved; via: 'password' | 'openid' },
): Promise<boolean> {
  const { company_id: companyId, account_id: accountId, role, epoch } = proved
  const { status } = await service.log.submit({
    command: { type: 'SignIn', via, by: { account: accountId, epoch }, now: service.clock() },
    meta: metaOf(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) return false
  await trust(service, request, reply, { companyId, accountId })
  await signIn(request, { companyId, accountId, role, epoch, mobile: null })
  return true
}

/** Records a refused sign-in as an event, too. `name` is the part of the tried name that the log may contain. */
export async function recordRefusal(
  service: Service,
  request: FastifyRequest,
  { account, name, reason }: { account: string | undefined; name: string; reason: string },
): Promise<void> {
  await service.log.submit({
    command: { type: 'RefuseSignIn', account, name, reason, by: { system: NOBODY }, now: service.clock() },
    meta: metaOf(request),
    answer: () => ({ status: 401, body: '' }),
  })
}
