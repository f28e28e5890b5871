import { randomUUIDv7 } from 'node:crypto'
import type { OfficeUser } from '@ledger/contracts/shapes.ts'
import { listOfficeUsers } from '@ledger/projections/directory.ts'
import type { FastifyInstance } from 'fastify'
import { closeStatements, credentialStatements, emailName } from '../access/credentials.ts'
import { nameOf } from '../domain/state.ts'
import { answerWith, send } from './command.ts'
import { TurnedAway } from './errors.ts'
import { sayLag } from './lists.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

/**
 * Registers the routes by which the admin manages auditors, who read everything but passwords and change nothing
 * (api.md).
 */
export function registerAuditors(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { officeDb, companyId, freshness } = service

  route('auditors', async ({ reply }) => {
    sayLag(reply, await freshness.wait('directory'))
    return listOfficeUsers(officeDb, companyId, 'auditor')
  })

  route('createAuditor', async ({ body, request, reply }) => {
    const account = randomUUIDv7()
    const { name, email, password } = body
    const signInName = emailName(email)
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
    const answer: OfficeUser = { id: account, name: nameOf(name), email, role: 'auditor' }
    return send(service, request, reply, {
      command: {
        type: 'OpenAccount',
        account,
        role: 'auditor',
        profile: { ...name, site: null, mobile: null },
        signInName,
      },
      body,
      alongside: credentialStatements(credentials),
      answer: () => answerWith(201, answer),
    })
  })

  route('deleteAuditor', async ({ params, request, reply }) => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(params.id)) throw new TurnedAway('not_found')
    return send(service, request, reply, {
      command: { type: 'CloseAccount', account: params.id, role: 'auditor' },
      body: undefined,
      alongside: closeStatements(companyId, params.id),
      answer: () => ({ status: 204, body: '' }),
    })
  })
}
