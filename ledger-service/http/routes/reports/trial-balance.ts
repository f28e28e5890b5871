import { dayOf } from '@ledger/contracts/dates.ts'
import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { LEDGER_PROJECTIONS } from '@ledger/projections/queries/read-at-one-state.ts'
import { readTrialBalanceDated } from '@ledger/projections/queries/trial-balance.ts'
import type { FastifyInstance } from 'fastify'
import type { LogMoment } from '../../../proof/point-in-time/balances-as-of.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { sendFileWithProgress } from '../../streams/long-running-response.ts'
import { pointInTimeFrom } from '../audit/point-in-time.ts'
import { FILE_CONTENT_TYPES, readBookHead } from './book-file-name-and-head.ts'

const DATED_PROJECTIONS = ['beneficiaries', 'directory', ...LEDGER_PROJECTIONS] as const

/** Registers the trial balance, dated to a day or recorded by a moment, and its files. */
export function registerTrialBalanceRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('trialBalance', async ({ company, query: { dated, recorded }, request, reply }) => {
    const { officeDb, companyId, freshness, jobPools, streams } = company
    if (dated !== undefined) {
      setLagHeader(reply, await freshness.waitUntilCurrent(...DATED_PROJECTIONS))
      return readTrialBalanceDated(officeDb, companyId, dated)
    }
    const signal = streams.signalWhileConnected({ request, reply })
    const onProgress = () => undefined
    const text = await jobPools.pointInTime.run('asOf', momentFrom(recorded), { signal, onProgress })
    const { position, recordedAt, ...balances }: BalancesAsOf = JSON.parse(text)
    return { dated: null, recorded: { position, recordedAt }, ...balances }
  })

  route('trialBalanceFile', async ({ company, query, request, reply }) => {
    const { freshness, clock, jobPools, streams } = company
    const { format, language, dated, recorded } = query
    // A file has to be complete; at the next try the read models have caught up.
    if ((await freshness.waitUntilCurrent(...DATED_PROJECTIONS)) > 0) throw new HttpRefusal('unavailable')
    await appendExportEvent(company, request, { report: 'trial-balance', format, rows: 0 })
    const moment = recorded === undefined ? undefined : momentFrom(recorded)
    const asked = { format, dated, moment, head: await readBookHead(company, language) }
    return sendFileWithProgress(
      { request, reply },
      streams,
      (onProgress) => jobPools.fileExports.stream('trialBalanceFile', asked, onProgress),
      { type: FILE_CONTENT_TYPES[format], name: `trial-balance ${dated ?? dayOf(clock())}.${format}` },
    )
  })
}

/** A text of digits is a position of the log; any other one a day or an instant. */
function momentFrom(recorded: string | undefined): LogMoment {
  const isPosition = recorded !== undefined && /^\d+$/.test(recorded)
  return pointInTimeFrom(isPosition ? { position: Number(recorded) } : { at: recorded })
}
