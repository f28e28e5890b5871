import type { FastifyReply } from 'fastify'

/** Calls back once when the answer is sent or its connection is closed, even if that happened before the call. */
export function onResponseClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then()
  else raw.once('close', then)
}
