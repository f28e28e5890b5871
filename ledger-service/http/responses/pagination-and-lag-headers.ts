import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sets the header with the number of events that a read model lacks after the longest wait (api.md, Reads are
 * linearizable). Such an answer is complete, and is not stored: with a later 304, which does not name the header, a
 * browser would keep it (RFC 9111, 3.2), and the list would count as behind until it changes.
 */
export function setLagHeader(reply: FastifyReply, lag: number): void {
  if (lag === 0) return
  reply.headers({ 'ledger-lag': lag, 'cache-control': 'no-store' })
  delete reply.request.headers['if-none-match']
}

/** Sets the header with the number of rows in the whole list. */
export function setTotalCountHeader(reply: FastifyReply, count: number): void {
  reply.header('ledger-count', count)
}

/** Sets the `Link` header with the next page of a list (RFC 8288), with the same filters. */
export function setNextPageLink(request: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return
  const [, ...asked] = request.url.split('?')
  const query = new URLSearchParams(asked.join('?'))
  query.set('cursor', cursor)
  // Uses the route's own address, however the request wrote it. No list has an id in its path.
  reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`)
}
