import type { FastifyReply } from 'fastify'

/** Calls back once: when the answer is out, or its connection is gone, maybe before anybody listened. */
export function onceOver({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then()
  else raw.once('close', then)
}
