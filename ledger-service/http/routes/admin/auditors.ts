import { randomUUIDv7 } from 'node:crypto'
import type { OfficeUser } from '@ledger/contracts/http/responses.ts'
import { listOfficeUsers } from '@ledger/projections/queries/people-lists.ts'
import type { FastifyInstance } from 'fastify'
import { deleteCredentialStatements, emailSignInName, insertCredentialStatements } from '../../../access/credentials.ts'
import { fullNameOf } from '../../../domain/state.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'

/**
 * Registers the routes by which the admin manages auditors, who read everything but passwords and change nothing
 * (api.md).
 */
export function registerAuditorRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('auditors', async ({ service: { officeDb, companyId, freshness }, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('directory'))
    return listOfficeUsers(officeDb, companyId, 'auditor')
  })

  route('createAuditor', async ({ service, body, request, reply }) => {
    const { companyId } = service
    const account = randomUUIDv7()
    const { name, email, password } = body
    const signInName = emailSignInName(email)
    const passwordHash = await service.passwords.hash(password)
    // No user may see an auditor's password, not even the admin, whom the auditor audits.
    const credentials = {
      companyId,
      accountId: account,
      signInName,
      mobile: undefined,
      email,
      passwordHash,
      visible: undefined,
    }
    const answer: OfficeUser = { id: account, name: fullNameOf(name), email, role: 'auditor' }
    return dispatchCommand(service, request, reply, {
      command: {
        type: 'OpenAccount',
        account,
        role: 'auditor',
        profile: { ...name, site: null, mobile: null },
        signInName,
      },
      body,
      sideStatements: insertCredentialStatements(credentials),
      answer: () => jsonAnswer(201, answer),
    })
  })

  route('deleteAuditor', async ({ service, params, request, reply }) => {
    const { companyId } = service
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(params.id)) throw new HttpRefusal('not_found')
    return dispatchCommand(service, request, reply, {
      command: { type: 'CloseAccount', account: params.id, role: 'auditor' },
      body: undefined,
      sideStatements: deleteCredentialStatements(companyId, params.id),
      answer: () => ({ status: 204, body: '' }),
    })
  })
}
