import type { FastifyRequest } from 'fastify'
import { metaOf } from './command.ts'
import { TurnedAway } from './errors.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/**
 * Records an export as an event before the data is sent.
 * @throws TurnedAway unauthorized where the session ended meanwhile
 */
export async function recordExport(
  service: Service,
  request: FastifyRequest,
  { report, format, rows }: { report: string; format: string; rows: number },
): Promise<void> {
  const { accountId: account, epoch } = askerOf(request)
  const { status } = await service.log.submit({
    command: { type: 'ExportReport', report, format, rows, by: { account, epoch }, now: service.clock() },
    meta: metaOf(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) throw new TurnedAway('unauthorized')
}
