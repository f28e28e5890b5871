import type { FastifyInstance } from 'fastify'
import { logOrigin } from '../../../proof/checkpoints/checkpoint-note.ts'
import { readVerifierKey } from '../../../proof/merkle/merkle-prover.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setNextPageLink } from '../../responses/pagination-and-lag-headers.ts'

/** Registers the routes of the signer's checkpoints, and of the key that verifies them. */
export function registerCheckpointRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('auditCheckpoints', async ({ company, query: { limit, cursor }, request, reply }) => {
    const { officeDb: db, companyId } = company
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
    setNextPageLink(request, reply, rows.length > limit ? String(shown.at(-1)?.size) : undefined)
    return shown
  })

  route('auditPublicKey', async ({ company: { officeDb: db, companyId } }) => {
    const verifierKey = await readVerifierKey(db, companyId)
    if (verifierKey === undefined) throw new HttpRefusal('not_found')
    return { origin: logOrigin(companyId), verifierKey }
  })
}
