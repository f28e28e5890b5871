import type { FastifyReply, FastifyRequest } from 'fastify'
import { setNextPageLink } from './pagination-and-lag-headers.ts'

/**
 * Returns a page of transactions, and sets the link to the next one. Its rows are built field by field from the
 * contract (projections/read-models/transactions.ts), so their schema has no field to omit, and V8 serialises them
 * faster (tests/rules/transaction-page-json.test.ts: byte for byte the text of the schema).
 */
export function answerTransactionPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, next }: { rows: Row[]; next?: string },
): Row[] {
  setNextPageLink(request, reply, next)
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
  return rows
}
