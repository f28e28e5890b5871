import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type ReactNode, useEffect } from 'react'
import { Badge } from '../../shared/entry/list/badge.tsx'
import { BillCount } from '../../shared/entry/list/bill-count.tsx'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { dateText, signedRupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { forgetJustSaved, useJustSaved } from '../khata/just-saved.ts'
import { PurposeGlyph } from '../khata/purpose-glyph.tsx'
import { words } from '../site-dashboard/screen-texts.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'

export interface TransactionRowProps {
  row: Transaction
  /** The actions on the row: a button over the whole row, and others under the amount. */
  actions?: ReactNode
  /** Draws a text of the row, with what a search found marked. */
  show?: ((text: string) => ReactNode) | undefined
}

/** How long a row that was just saved stands out, in milliseconds. */
const FLASH_MS = 2500

/** One line of the khata: a drawing of its purpose, beneficiary and reason, and the amount in a column at the right. */
export function TransactionRow({ row: listed, actions, show = (text) => text }: TransactionRowProps) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const waits = useLazyParts((state) => state.rows[listed.id])
  const asked = useLazyParts((state) => state.asked[listed.id])
  const isJustSaved = useJustSaved((state) => state.row?.id === listed.id)
  useEffect(() => {
    if (!isJustSaved) return
    const timer = setTimeout(forgetJustSaved, FLASH_MS, listed.id)
    return () => clearTimeout(timer)
  }, [isJustSaved, listed.id])
  const row = waits?.as ?? listed
  const received = row.type === 'credit'
  const purpose = describeEntryPurpose(row)
  return (
    <div
      className={`group relative flex min-h-16 gap-x-3 border-rule border-t py-2.5 pr-4 pl-3 max-[359px]:gap-x-2 max-[359px]:pl-4 max-[359px]:[&>svg:first-child]:hidden tiny:flex-wrap ${isJustSaved ? 'flash' : ''}`}
    >
      <PurposeGlyph of={row} />
      <div className="min-w-0 flex-1 tiny:basis-full">
        <p className="line-clamp-2 font-strong">
          {show(otherParty(row, t.headOffice))}
          {row.isTransfer ? <Badge>{t.transfer}</Badge> : null}
          {waits?.mark}
          {asked}
        </p>
        {purpose === '' ? null : (
          <p className="line-clamp-1 text-small md:line-clamp-2 has-[mark]:line-clamp-2">{show(purpose)}</p>
        )}
        <p className="text-ink-soft text-small">
          {show(modes[row.paymentMode])}
          <BillCount count={waits?.bills ?? row.bills.length} />
          {row.voucher === null ? null : <span className="max-md:hidden">{DOT_SEPARATOR + row.voucher}</span>}
        </p>
        {row.acknowledgedAt == null ? null : (
          <p className="text-ink-soft text-small">
            {t.receivedOn(`${dateText(row.acknowledgedAt, language)}, ${timeText(row.acknowledgedAt)}`)}
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-col">
        <p
          className={`figures text-right tiny:text-left font-heavy ${received ? 'text-credit' : 'text-debit'} ${waits?.isGoing ? 'line-through' : ''}`}
        >
          {show(signedRupees(row.amount, row.type))}
        </p>
        {actions}
      </div>
    </div>
  )
}
