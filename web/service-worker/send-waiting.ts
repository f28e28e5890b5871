import { openChannel, sendRound, type Told } from '../src/field/outbox/round.ts'
import { whoseSession } from '../src/field/outbox/send.ts'
import { keptStore } from '../src/field/outbox/store.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Sends the waiting entries of the session's owner, as a page does
 * (docs/decisions/0019-an-outbox-before-every-entry.md). A visible page sends by itself and shows the outcome.
 * @throws where the browser must start the worker again, which it does a few times: an entry was not sent, or a visible
 * page may be closed by then
 */
export async function sendWaiting(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) throw new Error('A page that is seen sends')
  const owner = await whoseSession()
  if (typeof owner !== 'string') {
    if (owner.is === 'signed_out') return
    throw new Error(owner.why.message)
  }
  const channel = openChannel()
  try {
    const end = await sendRound({
      store: keptStore,
      owner,
      looksFirst: false,
      tell: (id, sent) => channel?.postMessage({ owner, id, sent } satisfies Told),
    })
    if (end.is === 'later') throw new Error(end.why.message)
  } finally {
    channel?.close()
  }
}
