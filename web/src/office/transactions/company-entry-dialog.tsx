import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { entryHistoryQuery } from '../../audit/api/audit-queries.ts'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { EntryDialog, type EntryFrameProps } from '../../shared/entry/dialog/entry-dialog.tsx'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { useIsInClosedBooks } from '../books/use-is-in-closed-books.ts'
import { EntryQuestions } from '../questions/entry-questions.tsx'
import { EraseBillButton } from './erase-bill-button.tsx'
import { words } from './screen-texts.ts'

const historyWords = inBothLanguages({ history: 'History' }, { history: 'इतिहास' })

interface Props {
  row: CompanyTransaction
  onClosed(): void
  /** An auditor may not have a bill erased. */
  isAdmin: boolean
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  frame?: ComponentType<EntryFrameProps>
  /** The review of a worklist, above the link to the history. */
  review?: ReactNode
  /** In place of both. */
  children?: ReactNode
}

/** Any account's entry, as head office reads it. */
export function CompanyEntryDialog({ row, isAdmin, onClosed, onEdit, onDelete, frame, review, children }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const settled = useDebouncedText(row.id)
  const isWanted = row.revision > 1 && settled === row.id
  const { data, error } = useQuery({ ...entryHistoryQuery(row.id, row.revision), enabled: isWanted })
  const last = data?.revisions.findLast(({ type }) => type === 'TransactionEdited')
  const { deleted } = row
  const isInClosedBooks = useIsInClosedBooks(onEdit !== undefined)
  const isClosed = onEdit !== undefined && isInClosedBooks(row)
  return (
    <EntryDialog
      row={row}
      edited={data === undefined ? undefined : last ? { at: last.recordedAt, by: last.actor } : null}
      failed={error !== null}
      holder={{ name: row.accountName, siteName: row.siteName }}
      notice={deleted && t.deletedBy(deleted.by.name, `${dateText(deleted.at, language)}, ${timeText(deleted.at)}`)}
      onClosed={onClosed}
      fixed={isClosed ? <ClosedBooksNotice isInDialog={frame === undefined} /> : undefined}
      onEdit={isClosed ? undefined : onEdit}
      onDelete={isClosed ? undefined : onDelete}
      eraseBill={isAdmin ? EraseBillButton : undefined}
      frame={frame}
      questions={<EntryQuestions key={row.id} row={row} />}
    >
      {children ?? (
        <>
          {review}
          <HistoryButton id={row.id} />
        </>
      )}
    </EntryDialog>
  )
}

/** In place of Edit and Delete: nothing of closed books is changed until an admin opens them again. */
function ClosedBooksNotice({ isInDialog }: { isInDialog: boolean }) {
  const t = useWords(words)
  return (
    <>
      {t.closedBooks}{' '}
      <Link to="/admin/ledgers" hash="closing" replace={isInDialog} className="font-strong text-ink underline">
        {t.openBooks}
      </Link>
    </>
  )
}

function HistoryButton({ id }: { id: string }) {
  const { history } = useWords(historyWords)
  // The link replaces the history step that the back button uses to close this dialog.
  return (
    <Link to="/admin/audit/entry/$id" params={{ id }} replace className={`${buttonLook('quiet')} col-span-full`}>
      <History className="size-5" aria-hidden="true" />
      {history}
    </Link>
  )
}
