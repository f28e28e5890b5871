import type { CashCount } from '@ledger/contracts/http/cash-counts/cash-count-schemas.ts'
import { isCashBelowZero } from '@ledger/contracts/is-cash-below-zero.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createCall, newIdempotencyKey } from '../../shared/api/api-client.ts'
import { ApiError, isUnauthorized, outcomeUnknown } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { NeedsNetworkNotice } from '../../shared/entry/form/needs-network-notice.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { describeCount } from './describe-count.ts'
import { words } from './screen-texts.ts'

const SHOWN_COUNTS = '5'

const countCash = createCall<'countCash'>('POST', '/api/site/cash-counts')
const fetchCashCounts = createCall<'siteCashCounts'>('GET', '/api/site/cash-counts')
const cashCountsQuery = queryOptions({
  queryKey: ['/api/site/cash-counts'],
  queryFn: () => fetchCashCounts({ query: { limit: SHOWN_COUNTS } }),
  refetchInterval: REFETCH_MS,
})

/**
 * The count of the own cash, and the last counts. It is compared with the ledger at once, so it needs the network, and
 * entries that wait on the phone come first.
 */
export function CashCountSection() {
  const t = useWords(words)
  const { data: counts = [] } = useQuery(cashCountsQuery)
  const waiting = useLazyParts((state) => state.count > 0)
  return (
    <section aria-labelledby="cash-count" className="rounded-sheet border border-rule bg-sheet p-4 lg:col-span-2">
      <h2 id="cash-count" className="font-heavy text-lead">
        {t.title}
      </h2>
      <p className="mb-3 text-ink-soft text-small">{t.hint}</p>
      <NeedsNetworkNotice>{t.needsNetwork}</NeedsNetworkNotice>
      {waiting ? (
        <p role="status" className="my-2 rounded-brick border border-accent-line bg-wash p-3">
          {t.waiting}
        </p>
      ) : null}
      <CountForm disabled={waiting} />
      {counts.length === 0 ? null : (
        <>
          <h3 className="mt-4 font-strong">{t.last}</h3>
          <ul>
            {counts.map((count) => (
              <CountLine key={count.at} count={count} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function CountForm({ disabled }: { disabled: boolean }) {
  const t = useWords(words)
  const client = useQueryClient()
  const [amount, setAmount] = useState('')
  const input = useRef<HTMLInputElement>(null)
  /** The key of a count whose outcome is not known: sent again, it is the same count. */
  const unsettled = useRef<{ key: string; amount: string }>(undefined)
  const mutation = useMutation({
    mutationFn: () => {
      if (unsettled.current?.amount !== amount) unsettled.current = { key: newIdempotencyKey(), amount }
      return countCash({ body: { amount }, idempotencyKey: unsettled.current.key })
    },
    onSuccess(count) {
      unsettled.current = undefined
      setAmount('')
      const { differs, text } = describeCount(count, t)
      showToast({ tone: differs ? 'problem' : 'done', title: t.saved, text })
      void client.invalidateQueries({ queryKey: cashCountsQuery.queryKey })
    },
    onError(error) {
      if (error instanceof ApiError && !outcomeUnknown(error)) unsettled.current = undefined
      if (isUnauthorized(error)) return signInAgain()
      showToast({ tone: 'problem', title: t.failed, text: messageOrFallback(t.failed, error) })
    },
  })
  return (
    <form
      noValidate
      className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (amount === '') input.current?.focus()
        else if (!mutation.isPending) mutation.mutate()
      }}
    >
      <AmountField
        label={t.amount}
        error={undefined}
        field={{ name: 'cash', value: amount, ref: input, onBlur: () => undefined, onChange: setAmount }}
      />
      <Button type="submit" disabled={disabled || mutation.isPending} className="md:mt-7">
        {mutation.isPending ? t.saving : t.save}
      </Button>
    </form>
  )
}

function CountLine({ count }: { count: CashCount }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { differs, text } = describeCount(count, t)
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-rule border-t py-2 first:border-t-0">
      <span>
        <span className="figures font-heavy">{rupees(count.counted)}</span>
        <span className={`block text-small ${differs ? 'font-strong text-debit' : 'text-ink-soft'}`}>{text}</span>
      </span>
      <span className="text-ink-soft text-small">
        {dateText(count.at, language)}, {timeText(count.at)}
        {isCashBelowZero(count.expected) ? null : (
          <>
            {DOT_SEPARATOR}
            <span className="figures">{t.inLedger(rupees(count.expected))}</span>
          </>
        )}
      </span>
    </li>
  )
}
