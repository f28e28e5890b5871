import { endOfDay, isDay } from '@ledger/contracts/dates.ts'
import { parsePublicId } from '@ledger/contracts/public-account-id.ts'
import type { FastifyInstance } from 'fastify'
import type { LogMoment } from '../../../proof/point-in-time/balances-as-of.ts'
import { readTransactionHistory } from '../../../proof/point-in-time/transaction-history.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { resolveAccountIdOfFilter } from '../../requests/resolve-account-id.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { answerWithProgress } from '../../streams/long-running-response.ts'
import { instantFromDayOrTime } from './events-proofs-and-log-export.ts'

/** Registers the routes by which admin and auditor read an entry's history, and the ledger as of a moment. */
export function registerPointInTimeRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('auditHistory', async ({ company: { officeDb: db, companyId, freshness }, params, query, reply }) => {
    setLagHeader(reply, await freshness.waitUntilCurrent('activity', 'vouchers'))
    const page = await readTransactionHistory(db, companyId, params.id, query)
    if (!page) throw new HttpRefusal('not_found')
    return page
  })

  route('auditAsOf', async ({ company, query, request, reply }) => {
    const moment = pointInTimeFrom(query)
    return answerWithProgress<never>({ request, reply }, company.streams, (onProgress, signal) =>
      company.jobPools.pointInTime.run('asOf', moment, { signal, onProgress }),
    )
  })

  route('auditLedgerAsOf', async ({ company, query, request, reply }) => {
    const { freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('activity', 'vouchers'))
    const { account: named, skip, limit } = query
    const account = parsePublicId(named) ? await resolveAccountIdOfFilter(company, named) : named
    if (!account) throw new HttpRefusal('not_found')
    const asked = { account, moment: pointInTimeFrom(query), skip, limit }
    return answerWithProgress<never>({ request, reply }, company.streams, async (onProgress, signal) => {
      const ledger = await company.jobPools.pointInTime.run('ledgerAsOf', asked, { signal, onProgress })
      if (ledger === undefined) throw new HttpRefusal('not_found')
      return ledger
    })
  })
}

/**
 * Returns the moment of a request: a day includes all events recorded on it, an instant those recorded at it; without
 * either it is now.
 */
export function pointInTimeFrom({
  position,
  at,
}: {
  position?: number | undefined
  at?: string | undefined
}): LogMoment {
  if (position !== undefined) return { position }
  const instant = instantFromDayOrTime(at, endOfDay)
  if (at === undefined || instant === undefined) return { position: Number.MAX_SAFE_INTEGER }
  return isDay(at) ? { before: instant } : { at: instant }
}
