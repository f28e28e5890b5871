import type { FastifyInstance, FastifyReply } from 'fastify'
import { findOfficeUser } from '../../../access/accounts-by-public-id.ts'
import { emailSignInName, updateCredentialStatements } from '../../../access/credential-store.ts'
import { dispatchCommand, findReplayedAnswer, sendCommandAnswer } from '../../command-handler.ts'
import { type RouteCall, routeDefiner } from '../../define-route.ts'
import { HttpRefusal, InvalidRequest } from '../../errors.ts'
import { currentUser, startSession } from '../../plugins/session.ts'
import { checkPassword } from './password-sign-in-and-out.ts'
import { recordSignInRefusal } from './record-sign-in.ts'

/** Registers the call by which a person of head office sets their own password (api.md). */
export function registerOwnPassword(app: FastifyInstance): void {
  routeDefiner(app)('setOwnPassword', setOwnPassword)
}

/**
 * Sets the password of the signed-in user, who proves the current one under the limits of a sign-in. All sessions of
 * the account end; this browser gets a new one with another id, so that a copy of its cookie is signed out, too.
 * @throws InvalidRequest where the current password is wrong
 */
async function setOwnPassword({ company, body, request, reply }: RouteCall<'setOwnPassword'>): Promise<FastifyReply> {
  const { companyId } = company
  const asker = currentUser(request)
  // After the first try the current password is another one, and a repeated call is no wrong try.
  const replayed = await findReplayedAnswer(company, request, body)
  if (replayed) return sendCommandAnswer(reply, replayed)
  const user = await findOfficeUser(company.db, companyId, asker.accountId)
  if (!user) throw new HttpRefusal('unauthorized')
  const proved = await checkPassword(company, request, { name: emailSignInName(user.email), password: body.current })
  if (proved?.account_id !== asker.accountId) {
    // The first try of the same key may have set the new password since.
    const meanwhile = await findReplayedAnswer(company, request, body)
    if (meanwhile) return sendCommandAnswer(reply, meanwhile)
    const reason = 'wrong_current_password'
    await recordSignInRefusal(company, request, { account: undefined, name: 'e-mail', reason })
    throw new InvalidRequest({ path: 'current', message: 'The current password is wrong' })
  }
  const hash = await company.passwords.hash(body.password)
  let epoch: number | undefined
  return dispatchCommand(company, request, reply, {
    command: { type: 'SetPassword', account: asker.accountId, role: 'office' },
    body,
    sideStatements: updateCredentialStatements({
      companyId,
      accountId: asker.accountId,
      signInName: undefined,
      mobile: undefined,
      email: undefined,
      password: { hash, visible: undefined },
    }),
    answer(after) {
      epoch = after.account(asker.accountId).epoch
      return { status: 204, body: '' }
    },
    async afterCommit() {
      // Undefined for a repeated key, whose first try began the session, and for a refusal.
      if (epoch === undefined) return
      try {
        await startSession(request, { ...asker, epoch })
      } catch (error) {
        // The password is set. Without a session, the next call asks the person to sign in with it.
        request.log.warn({ error }, 'a session could not be made after a new password')
      }
    },
  })
}
