import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says how many events a read model is behind when the longest wait was not enough (api.md, Reads are linearizable). */
export function sayLag(reply: FastifyReply, lag: number): void {
  if (lag > 0) reply.header('ledger-lag', lag)
}

/** Says how many rows a list has in all. */
export function sayCount(reply: FastifyReply, count: number): void {
  reply.header('ledger-count', count)
}

/**
 * A page of transactions, and where the next one is. Its rows are made field by field of what the contract names (projections/ledger.ts), so that
 * their schema has nothing to leave out, and V8 writes them in less time (tests/rules/page-text.test.ts: to the byte what the schema would write).
 */
export function answerPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, next }: { rows: Row[]; next?: string },
): Row[] {
  nextPage(request, reply, next)
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
  return rows
}

/** Names the next page of a list in a `Link` header (RFC 8288), with the same filters. */
export function nextPage(request: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return
  const [, ...asked] = request.url.split('?')
  const query = new URLSearchParams(asked.join('?'))
  query.set('cursor', cursor)
  // By the route's own address, however it was written. No list has an id in its path.
  reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`)
}
