import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { ApiError, isUnauthorized, outcomeUnknown } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { refetchOwnRow, showOwnChange } from '../../shared/api/own-transaction-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import type { words } from './screen-texts.ts'

const acknowledge = createCall<'acknowledgeTransfer'>('POST', '/api/site/transfers/:id/acknowledge')

/**
 * Says that a transfer has come, and shows the answer. Saying it twice is once, so it needs no key. It needs the
 * network, and says so where there is none.
 */
export async function acknowledgeTransfer(
  client: QueryClient,
  row: Transaction,
  t: (typeof words)['en'],
): Promise<void> {
  try {
    const { balance, ...acknowledged } = await acknowledge({ id: row.id, ifRevision: row.revision })
    showToast({ tone: 'done', title: t.done })
    void showOwnChange(client, acknowledged, balance)
  } catch (cause) {
    const error = cause as Error
    if (isUnauthorized(error)) return signInAgain()
    const isAway = error instanceof ApiError && outcomeUnknown(error)
    showToast({
      tone: 'problem',
      title: t.failed,
      text: isAway ? t.needsNetwork : messageOrFallback(t.failed, error),
    })
    // The transfer was changed or deleted meanwhile: shows it as it is now, before it is confirmed.
    if (!isAway) void refetchOwnRow(client, row).catch(() => undefined)
  }
}
