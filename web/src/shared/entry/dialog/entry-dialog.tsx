import { dayOf } from '@ledger/contracts/dates.ts'
import { ENTRY_FIELD_LABELS, ENTRY_FIELD_NAMES, entryFieldText } from '@ledger/contracts/entry-text-fields.ts'
import type { Transaction, TransactionWithLastEdit } from '@ledger/contracts/http/transaction-schemas.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { cancelledVoucher, VOUCHER_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { BillThumbnailRow } from '../../bills/bill-thumbnail-row.tsx'
import type { EraseBillControl } from '../../bills/bill-viewer.tsx'
import { Button } from '../../design/controls/button.tsx'
import { Dialog } from '../../design/dialog/dialog.tsx'
import { SkeletonBar } from '../../design/loading-empty-failed.tsx'
import { amountInWords } from '../../language/amount-in-words.ts'
import { DOT_SEPARATOR } from '../../language/dot-separator.ts'
import { dateText, dayText, signedRupees, timeText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { personAndRole } from '../../language/person-and-role.ts'
import { otherParty } from '../list/other-party.ts'
import { type AccountHolder, entryAsText, holderText } from './entry-as-text.ts'
import { entryWords } from './entry-words.ts'
import { ShareButton } from './share-button.tsx'

interface Props {
  row: Transaction
  /** Its last change; null where there was none, undefined while it is loading. */
  edited: TransactionWithLastEdit['edited'] | undefined
  /** True where the last change could not be read. */
  failed: boolean
  holder: AccountHolder
  /** The reader's account, where the entry is in the reader's own book. */
  me?: string
  /** Shown above everything, for example that the entry was deleted. */
  notice?: string | undefined
  /** Why it can be neither edited nor deleted, in the place of these buttons. */
  fixed?: ReactNode
  onClosed(): void
  /** Puts another overlay in the place of this one. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  /** Records it once more, with today's date. */
  onAgain?: (() => void) | undefined
  isAgainSaving?: boolean
  /** For a user who may have a bill erased. */
  eraseBill?: EraseBillControl | undefined
  /** The frame around the entry: a dialog by default, or at a desk a panel beside its list. */
  frame?: ComponentType<EntryFrameProps> | undefined
  /** The questions of head office on the entry. */
  questions?: ReactNode
  /** Further links. */
  children?: ReactNode
}

export interface EntryFrameProps {
  title: string
  onClose(): void
  children: ReactNode
}

/** One entry with all its details and actions. The back button closes it. */
export function EntryDialog(props: Props) {
  const { row, edited, failed, holder, me, notice, onClosed, onEdit, onDelete, onAgain } = props
  const { eraseBill, questions, children } = props
  const Frame = props.frame ?? Dialog
  const t = useWords(entryWords)
  const labels = useWords(ENTRY_FIELD_LABELS)
  const language = useLanguage((state) => state.language)
  const byAt = (at: string, by: Transaction['recordedBy']) =>
    `${dateText(at, language)}, ${timeText(at)}${DOT_SEPARATOR}${by.id === me ? t.you : personAndRole(by, language)}`
  return (
    <Frame title={t.title} onClose={onClosed}>
      {notice === undefined ? null : (
        <p role="alert" className="mb-4 rounded-brick border-2 border-debit bg-debit-wash p-3 font-strong">
          {notice}
        </p>
      )}
      <p
        className={`figures font-heavy text-[clamp(14px,9vw,40px)]/12 ${row.type === 'credit' ? 'text-credit' : 'text-debit'}`}
      >
        {signedRupees(row.amount, row.type)}
      </p>
      <p className="text-ink-soft text-small">{amountInWords(row.amount, language)}</p>
      {row.isTransfer ? (
        <p className="mt-2 w-fit rounded-brick border border-ink px-1.5 font-heavy text-[13px]/5">{t.transfer}</p>
      ) : null}
      <dl className="mt-4 grid gap-3 border-rule border-t pt-4">
        {me === undefined ? <EntryFact label={t.account}>{holderText(holder)}</EntryFact> : null}
        <EntryFact label={row.type === 'credit' ? t.receivedFrom : row.isTransfer ? t.supervisor : t.paidTo}>
          {otherParty(row, t.headOffice)}
        </EntryFact>
        {ENTRY_FIELD_NAMES.map((name) => {
          const text = entryFieldText(row, name, language)
          const isHidden = text === '' || (name === 'purpose' && isGeneratedPurpose(text))
          return isHidden ? null : (
            <EntryFact key={name} label={labels[name]}>
              {text}
            </EntryFact>
          )
        })}
        {row.isTransfer ? null : (
          <EntryFact label={t.bills}>
            {row.bills.length === 0 ? t.noBills : <BillThumbnailRow bills={row.bills} erase={eraseBill} />}
          </EntryFact>
        )}
        {row.voucher ? (
          <EntryFact label={VOUCHER_LABEL[language]}>{shownVoucher(row, row.voucher, language)}</EntryFact>
        ) : null}
        <EntryFact label={t.date}>{dayText(dayOf(row.date), language)}</EntryFact>
        <EntryFact label={t.recorded}>{byAt(row.recordedAt, row.recordedBy)}</EntryFact>
        <EntryFact label={t.lastChange}>
          {row.revision === 1 ? (
            t.never
          ) : edited ? (
            byAt(edited.at, edited.by)
          ) : failed ? (
            t.unread
          ) : (
            <SkeletonBar className="h-6 w-48 max-w-full" />
          )}
        </EntryFact>
      </dl>
      {questions}
      <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
        {onAgain === undefined ? null : (
          <Button onClick={onAgain} disabled={props.isAgainSaving} className="col-span-full">
            <RotateCcw className="size-5 shrink-0" aria-hidden="true" />
            {t.again}
          </Button>
        )}
        {props.fixed === undefined ? null : <p className="col-span-full text-ink-soft">{props.fixed}</p>}
        {onEdit === undefined ? null : (
          <Button kind="secondary" onClick={onEdit} className={onDelete === undefined ? 'col-span-full' : 'px-3!'}>
            <Pencil className="size-5 shrink-0" aria-hidden="true" />
            {t.edit}
          </Button>
        )}
        {onDelete === undefined ? null : (
          <Button kind="secondary" onClick={onDelete} className="px-3!">
            <Trash2 className="size-5 shrink-0" aria-hidden="true" />
            {t.delete}
          </Button>
        )}
        <ShareButton text={entryAsText(row, holder, language)} bills={row.bills} />
        {children}
      </div>
    </Frame>
  )
}

/** An entry that the office looks at may be deleted: its number is cancelled then. */
function shownVoucher(row: Transaction & { deleted?: unknown }, voucher: string, language: Language): string {
  return row.deleted === undefined ? voucher : cancelledVoucher(voucher, language)
}

function EntryFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className="whitespace-pre-line break-words">{children}</dd>
    </div>
  )
}
