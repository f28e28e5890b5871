import type { Transaction } from '@ledger/contracts/http/responses.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { ApiError, isUnauthorized, outcomeUnknown } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { refetchOwnRow, showOwnChange } from '../../shared/api/own-transaction-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { words } from './screen-texts.ts'

const acknowledge = createCall<'acknowledgeTransfer'>('POST', '/api/site/transfers/:id/acknowledge')

interface Props {
  row: Transaction
  who: string
  /** As rupees. */
  amount: string
}

/**
 * The button by which a receiver says that a transfer has come, over the button that opens the row. Saying it twice is
 * once, so it needs no key. It needs the network, and says so where there is none.
 */
export function ReceivedButton({ row, who, amount }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => acknowledge({ id: row.id, ifRevision: row.revision }),
    onSuccess({ balance, ...acknowledged }) {
      showToast({ tone: 'done', title: t.done })
      void showOwnChange(client, acknowledged, balance)
    },
    onError(error) {
      if (isUnauthorized(error)) return signInAgain()
      const isAway = error instanceof ApiError && outcomeUnknown(error)
      showToast({
        tone: 'problem',
        title: t.failed,
        text: isAway ? t.needsNetwork : messageOrFallback(t.failed, error),
      })
      // Somebody has changed it: what is acknowledged is what is seen.
      if (!isAway) void refetchOwnRow(client, row).catch(() => undefined)
    },
  })
  return (
    <button
      type="button"
      aria-label={t.receivedRow(who, amount)}
      disabled={isPending}
      onClick={() => mutate()}
      className="relative -mr-2 mb-2 tiny:mr-0 mt-auto min-h-11 self-end rounded-brick border border-edge bg-sheet px-3 text-small hover:border-ink disabled:text-ink-soft"
    >
      {t.received}
    </button>
  )
}
