import { dayOf } from '@ledger/contracts/dates.ts'
import type { OwnTransaction, Transaction } from '@ledger/contracts/shapes.ts'
import { isWrittenPurpose } from '@ledger/contracts/shown-words.ts'
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { BillStrip } from '../bills/bill-strip.tsx'
import type { EraseBill } from '../bills/viewer.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Bar } from '../design/states.tsx'
import { useBackCloses } from '../design/use-back-closes.ts'
import { amountInWords } from '../language/amount-words.ts'
import { BETWEEN } from '../language/between.ts'
import { dateText, dayText, signedRupees, timeText } from '../language/figures.ts'
import { useLanguage } from '../language/language.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { whoText } from '../language/who.ts'
import { useWords } from '../language/words.ts'
import { entryWords } from './entry-words.ts'
import { otherParty } from './other-party.ts'
import { ShareButton } from './share-button.tsx'
import { type Holder, holderText, sharedText } from './shared-text.ts'

interface Props {
  row: Transaction
  /** Its last change; null where there was none, undefined while it is loading. */
  edited: OwnTransaction['edited'] | undefined
  /** True where the last change could not be read. */
  failed: boolean
  holder: Holder
  /** The reader's account, where the entry is in the reader's own book. */
  me?: string
  /** Shown above everything, for example that the entry was deleted. */
  notice?: string | undefined
  onClosed(): void
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  /** For a user who may have a bill erased. */
  eraseBill?: EraseBill | undefined
  /** Further links. */
  children?: ReactNode
}

/** One entry with all its details and actions. The back button closes it. */
export function EntryDialog(props: Props) {
  const { row, edited, failed, holder, me, notice, onClosed, onEdit, onDelete, eraseBill, children } = props
  const t = useWords(entryWords)
  const modes = useWords(paymentModeWords)
  const language = useLanguage((state) => state.language)
  const close = useBackCloses(onClosed)
  const byAt = (at: string, by: Transaction['recordedBy']) =>
    `${dateText(at, language)}, ${timeText(at)}${BETWEEN}${by.id === me ? t.you : whoText(by, language)}`
  return (
    <Dialog title={t.title} onClose={() => close()}>
      {notice === undefined ? null : (
        <p role="alert" className="mb-4 rounded-brick border-2 border-debit bg-debit-wash p-3 font-strong">
          {notice}
        </p>
      )}
      <p
        className={`figures font-heavy text-[clamp(26px,9vw,40px)]/12 ${row.type === 'credit' ? 'text-credit' : 'text-debit'}`}
      >
        {signedRupees(row.amount, row.type)}
      </p>
      <p className="text-ink-soft text-small">{amountInWords(row.amount, language)}</p>
      {row.isTransfer ? (
        <p className="mt-2 w-fit rounded-brick border border-ink px-1.5 font-heavy text-[13px]/5">{t.transfer}</p>
      ) : null}
      <dl className="mt-4 grid gap-3 border-rule border-t pt-4">
        {me === undefined ? <Fact label={t.account}>{holderText(holder)}</Fact> : null}
        <Fact label={row.type === 'credit' ? t.receivedFrom : row.isTransfer ? t.supervisor : t.paidTo}>
          {otherParty(row, t.headOffice)}
        </Fact>
        {isWrittenPurpose(row.purpose) ? null : <Fact label={t.purpose}>{row.purpose}</Fact>}
        <Fact label={t.mode}>{modes[row.paymentMode]}</Fact>
        <Fact label={t.narration}>{row.narration}</Fact>
        {row.isTransfer ? null : (
          <Fact label={t.bills}>
            {row.bills.length === 0 ? t.noBills : <BillStrip bills={row.bills} erase={eraseBill} />}
          </Fact>
        )}
        <Fact label={t.date}>{dayText(dayOf(row.date), language)}</Fact>
        <Fact label={t.recorded}>{byAt(row.recordedAt, row.recordedBy)}</Fact>
        <Fact label={t.lastChange}>
          {row.revision === 1 ? (
            t.never
          ) : edited ? (
            byAt(edited.at, edited.by)
          ) : failed ? (
            t.unread
          ) : (
            <Bar className="h-6 w-48 max-w-full" />
          )}
        </Fact>
      </dl>
      <div className="mt-6 grid grid-cols-2 gap-3">
        {onEdit === undefined ? null : (
          <Button
            kind="secondary"
            onClick={() => close(onEdit)}
            className={onDelete === undefined ? 'col-span-2' : 'px-3!'}
          >
            <Pencil className="size-5 shrink-0" aria-hidden="true" />
            {t.edit}
          </Button>
        )}
        {onDelete === undefined ? null : (
          <Button kind="secondary" onClick={() => close(onDelete)} className="px-3!">
            <Trash2 className="size-5 shrink-0" aria-hidden="true" />
            {t.delete}
          </Button>
        )}
        <ShareButton text={sharedText(row, holder, language)} />
        {children}
      </div>
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className="whitespace-pre-line break-words">{children}</dd>
    </div>
  )
}
