import type { FastifyInstance } from 'fastify'
import { originOf } from '../proof/checkpoint.ts'
import { verifierKeyOf } from '../proof/prove.ts'
import { TurnedAway } from './errors.ts'
import { nextPage } from './lists.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

/** Registers the routes of the signer's checkpoints, and of the key that verifies them. */
export function registerCheckpoints(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { officeDb: db, companyId } = service

  route('auditCheckpoints', async ({ query: { limit, cursor }, request, reply }) => {
    let newest = db
      .selectFrom('signed_checkpoints')
      .select(['size', 'note', 'signed_at as signedAt'])
      .where('company_id', '=', companyId)
    // The cursor is the size of the last checkpoint of the page before; any other text begins at the newest.
    if (cursor !== undefined && /^\d{1,15}$/.test(cursor)) newest = newest.where('size', '<', Number(cursor))
    const rows = await newest
      .orderBy('size', 'desc')
      .limit(limit + 1)
      .execute()
    const shown = rows.slice(0, limit)
    nextPage(request, reply, rows.length > limit ? String(shown.at(-1)?.size) : undefined)
    return shown
  })

  route('auditPublicKey', async () => {
    const verifierKey = await verifierKeyOf(db, companyId)
    if (verifierKey === undefined) throw new TurnedAway('not_found')
    return { origin: originOf(companyId), verifierKey }
  })
}
