import { flushOutbox, type OutboxMessage, openOutboxChannel } from '../src/field/outbox/model/flush.ts'
import { indexedDbStore } from '../src/field/outbox/model/outbox-store.ts'
import { accountOfSession } from '../src/field/outbox/model/send-entry.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Sends the waiting entries of the session's owner, as a page does
 * (docs/decisions/0016-offline-outbox.md). A visible page sends by itself and shows the outcome.
 * @throws where the browser must start the worker again, which it does a few times: an entry was not sent, or a visible
 * page may be closed by then
 */
export async function flushOutboxInBackground(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) throw new Error('A page that is seen sends')
  const owner = await accountOfSession()
  if (typeof owner !== 'string') {
    if (owner.is === 'signed_out') return
    throw new Error(owner.why.message)
  }
  const channel = openOutboxChannel()
  try {
    const end = await flushOutbox({
      store: indexedDbStore,
      owner,
      probesFirst: false,
      onSent: (id, sent) => channel?.postMessage({ owner, id, sent } satisfies OutboxMessage),
    })
    if (end.is === 'later') throw new Error(end.why.message)
  } finally {
    channel?.close()
  }
}
