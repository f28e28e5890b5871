import type { EditLogRow } from '@ledger/contracts/audit.ts'
import type { FastifyInstance } from 'fastify'
import { csvOf, xlsxOf } from '../edit-log/files.ts'
import { pdfOf } from '../edit-log/pdf.ts'
import { editLogRows, periodOf } from '../edit-log/read.ts'
import { recordExport } from './export-record.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

const PAGE = 200
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** The audit trail of every change that Indian law asks for, as a screen and as files. */
export function registerEditLog(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, companyId } = service

  route('auditEditLog', async ({ query }) => {
    const rows: EditLogRow[] = []
    for await (const row of editLogRows(db, companyId, periodOf(query), query.after)) {
      if (rows.length === PAGE) return { rows, next: String(rows.at(-1)?.position) }
      rows.push(row)
    }
    return { rows, next: null }
  })

  route('auditEditLogFile', async ({ query, request, reply }) => {
    const { format, year, from, to } = query
    await recordExport(service, request, { report: 'edit-log', format, rows: 0 })
    const period = year === undefined ? `${from ?? 'beginning'} to ${to ?? 'now'}` : `${year}-${Number(year) + 1}`
    const rows = editLogRows(db, companyId, periodOf(query))
    const file = {
      csv: () => csvOf(rows),
      xlsx: () => xlsxOf(rows),
      pdf: async () => pdfOf(rows, await headOf(service, period)),
    }[format]
    return reply
      .type(TYPES[format])
      .header('content-disposition', `attachment; filename="edit-log ${period}.${format}"`)
      .send(await file())
  })
}

async function headOf({ db, companyId, clock }: Service, period: string) {
  const company = await db.selectFrom('companies').select('name').where('company_id', '=', companyId).executeTakeFirst()
  const newest = await db
    .selectFrom('signed_checkpoints')
    .select('note')
    .where('company_id', '=', companyId)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { company: company?.name ?? '', period, madeAt: clock(), checkpoint: newest?.note ?? null }
}
