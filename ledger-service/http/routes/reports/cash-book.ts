import { dayOf } from '@ledger/contracts/dates.ts'
import { readCashBook } from '@ledger/projections/queries/cash-book.ts'
import type { FastifyInstance } from 'fastify'
import { appendExportEvent } from '../../append-export-event.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { resolveCashBook } from '../../requests/resolve-book-subject.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { sendFileWithProgress } from '../../streams/long-running-response.ts'
import { bookFileName, FILE_CONTENT_TYPES, readBookHead } from './book-file-name-and-head.ts'

/** Registers the cash book and its file. */
export function registerCashBookRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('cashBook', async ({ company, query, reply }) => {
    const { officeDb, companyId, freshness, clock } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('directory', 'ledger'))
    const { spans } = await resolveCashBook(company, query)
    return readCashBook(officeDb, companyId, spans, query, dayOf(clock()))
  })

  route('cashBookFile', async ({ company, query, request, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    const { format, language, from, to, mode } = query
    if ((await freshness.waitUntilCurrent('directory', 'ledger')) > 0) throw new HttpRefusal('unavailable')
    const { spans, of } = await resolveCashBook(company, query)
    const cashBook = await readCashBook(db, companyId, spans, { from, to, mode }, dayOf(company.clock()))
    await appendExportEvent(company, request, { report: 'cash-book', format, rows: cashBook.days.length })
    const head = await readBookHead(company, language)
    const asked = { format, cashBook, of: { ...of, from, to, mode }, head }
    return sendFileWithProgress(
      { request, reply },
      company.streams,
      (onProgress) => company.jobPools.fileExports.stream('cashBookFile', asked, onProgress),
      { type: FILE_CONTENT_TYPES[format], name: `${bookFileName('cash-book', query)}.${format}` },
    )
  })
}
