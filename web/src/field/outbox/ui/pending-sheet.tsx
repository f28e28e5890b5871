import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { Dialog } from '../../../shared/design/dialog/dialog.tsx'
import { EmptyState } from '../../../shared/design/loading-empty-failed.tsx'
import { BillCount } from '../../../shared/entry/list/bill-count.tsx'
import { dateText, signedRupees, timeText } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import type { AskedQuestion } from '../../store-filled-by-lazy-parts.ts'
import { canBeCorrected, isGoneFromLedger } from '../model/classify-failure.ts'
import { outboxOf, toApiError } from '../model/outbox.ts'
import { discardEntry, refusalOfBill } from '../model/outbox-transitions.ts'
import { type PendingEntry, pendingBillCount } from '../model/pending-entries.ts'
import { applyDecision } from './apply-decision.ts'
import { ClosedBooksActions } from './closed-books-actions.tsx'
import { ConflictResolution } from './conflict-resolution.tsx'
import { PendingAnswerItem } from './pending-answer-item.tsx'
import { pendingTitle } from './pending-title.ts'
import { words } from './screen-texts.ts'
import { usePendingEntries } from './use-pending-entries.ts'

interface Props {
  owner: string
  onClosed(): void
  /** Opens the form with the entered values. */
  onEdit(row: Transaction): void
  /** Opens the form of an answer. */
  onAnswer(question: AskedQuestion): void
}

/** Shows every waiting entry, why it waits, and the actions on it. The back button closes the sheet. */
export function PendingSheet({ owner, onClosed, onEdit, onAnswer }: Props) {
  const t = useWords(words)
  const { waiting, answers, end } = usePendingEntries()
  const all = [...waiting, ...answers]
  const canSend = all.some(({ refused }) => refused === undefined)
  return (
    <Dialog title={pendingTitle(all, t)} onClose={onClosed}>
      {all.length === 0 ? (
        <EmptyState title={t.nothing}>{t.nothingText}</EmptyState>
      ) : (
        <ul className="-mx-5 -mt-5 tiny:-mx-3 tiny:-mt-3">
          {waiting.map((one) => (
            <li key={one.row.id} className="border-rule border-b px-5 py-4 tiny:px-3">
              <PendingEntryItem one={one} owner={owner} onEdit={onEdit} />
            </li>
          ))}
          {answers.map((one) => (
            <li key={one.id} className="border-rule border-b px-5 py-4 tiny:px-3">
              <PendingAnswerItem one={one} owner={owner} onAnswer={onAnswer} />
            </li>
          ))}
        </ul>
      )}
      {canSend ? (
        <div className="mt-5 grid gap-2">
          {end === undefined || end === 'done' ? null : (
            <p className="text-ink-soft">{end === 'signed_out' ? t.signedOut : t.later}</p>
          )}
          <Button kind="secondary" onClick={() => outboxOf(owner).flushSoon()}>
            {t.sendNow}
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}

interface EntryProps {
  one: PendingEntry
  owner: string
  onEdit(row: Transaction): void
}

function PendingEntryItem({ one, owner, onEdit }: EntryProps) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [isAsking, setAsking] = useState(false)
  const { row, kind, refused, isOpen, entries } = one
  const last = entries.at(-1)
  if (last === undefined) return null
  const isDeletion = kind === 'deletion'
  const isGone = refused !== undefined && isGoneFromLedger(refused)
  const drop = () => applyDecision(owner, (all) => discardEntry(all, last.id))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-start justify-between gap-4 tiny:flex-wrap">
        <div className="min-w-0">
          <p className="text-ink-soft text-small">{t[kind]}</p>
          <p className="break-words font-strong">{row.recipient}</p>
          <p className="break-words text-small">{row.purpose}</p>
          <p className="figures text-ink-soft text-small">
            {dateText(row.date, language)}
            <BillCount count={pendingBillCount(one)} />
          </p>
          <p className="text-ink-soft text-small">
            {t.entered(`${dateText(last.enteredAt, language)}, ${timeText(last.enteredAt)}`)}
          </p>
        </div>
        <p className={`figures shrink-0 font-heavy text-debit ${isDeletion ? 'line-through' : ''}`}>
          {signedRupees(row.amount, row.type)}
        </p>
      </div>
      {refused === undefined ? (
        isOpen ? null : (
          <p className="flex items-start gap-1.5 text-small">
            <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {t.mayBeThere}
          </p>
        )
      ) : refused.code === 'revision_changed' ? null : (
        <p className="flex items-start gap-1.5 font-strong text-debit">
          <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
          {errorMessage(toApiError(refused))}
        </p>
      )}
      {refused !== undefined && refusalOfBill(last) ? <p className="text-small">{t.withoutBill}</p> : null}
      {refused?.code === 'books_closed' ? <ClosedBooksActions one={one} owner={owner} entry={last} /> : null}
      {refused?.code === 'revision_changed' ? (
        <ConflictResolution one={one} owner={owner} />
      ) : isAsking ? (
        <div className="grid gap-2">
          <p className="font-strong">{kind === 'expense' ? t.sureExpense : isGone ? t.sureGone : t.sureEdit}</p>
          <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t.cancel}
            </Button>
            <Button kind="danger" onClick={drop}>
              {t.throwAway}
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
          {isDeletion || (refused !== undefined && !canBeCorrected(refused)) ? null : (
            <Button kind="secondary" onClick={() => onEdit(row)}>
              {refused === undefined ? t.change : t.mend}
            </Button>
          )}
          {isOpen ? (
            <Button kind="secondary" onClick={() => (isDeletion ? drop() : setAsking(true))}>
              {isDeletion && !isGone ? t.undo : t.throwAway}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}
