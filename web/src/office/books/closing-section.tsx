import { isDay } from '@ledger/contracts/dates.ts'
import type { BooksAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { useToday } from '../../shared/api/today.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { PrintedScreenHead } from '../../shared/export/print/use-print-preview.tsx'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { DayFormField } from '../../shared/period/day-form-field.tsx'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { CloseBooksDialog } from './close-books-dialog.tsx'
import { ClosingChecklist } from './closing-checklist.tsx'
import { booksQuery } from './closing-queries.ts'
import { ClosingsList } from './closings-list.tsx'
import { ReopenBooksDialog } from './reopen-books-dialog.tsx'
import { words } from './screen-texts.ts'

/** The end of the month: up to which day the books are closed, what to look at before, and every closing so far. */
export function ClosingSection({ user }: { user: OfficeUser }) {
  // Undefined until a day is typed or picked: then it is the one that the ledger proposes.
  const [typed, setTyped] = useState<string>()
  const asked = typed !== undefined && isDay(typed) ? typed : ''
  const { data, error, refetch } = useQuery({ ...booksQuery(asked), placeholderData: keepPreviousData })
  if (data === undefined)
    return error === null ? (
      <SectionSkeleton />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
    )
  return (
    <LoadedClosingSection
      user={user}
      books={data}
      upTo={typed ?? data.checklist.upTo}
      onDay={setTyped}
      onClosed={() => setTyped(undefined)}
    />
  )
}

interface Props {
  user: OfficeUser
  books: BooksAnswer
  /** The day up to which the books are to be closed; as it is typed, where that is no day yet. */
  upTo: string
  onDay(day: string): void
  /** Called once the books are closed: the next day is proposed. */
  onClosed(): void
}

function LoadedClosingSection({ user, books, upTo, onDay, onClosed }: Props) {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const language = useLanguage((state) => state.language)
  const [asking, setAsking] = useState<'close' | 'reopen'>()
  const today = useToday()
  const { closedUpTo } = books
  const day = isDay(upTo) ? dateOfDayText(upTo, language) : ''
  const mayClose = user.role === 'admin' || user.role === 'accountant'
  const isClosed = closedUpTo !== null && upTo <= closedUpTo
  return (
    <div className="grid gap-5 px-4 pb-5 md:px-5">
      <PrintedScreenHead heading={{ title: s.closing, about: [day === '' ? '' : t.closeUpTo(day)], period: '' }} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-heavy text-lead">
          {closedUpTo === null ? (
            <LockOpen className="size-5 shrink-0" aria-hidden="true" />
          ) : (
            <Lock className="size-5 shrink-0" aria-hidden="true" />
          )}
          {closedUpTo === null ? t.neverClosed : t.closedUpTo(dateOfDayText(closedUpTo, language))}
        </p>
        {user.role === 'admin' && closedUpTo !== null ? (
          <Button kind="secondary" onClick={() => setAsking('reopen')}>
            {t.reopen}
          </Button>
        ) : null}
      </div>
      <div className="grid gap-4 rounded-brick border border-rule p-4">
        <div className="max-w-72">
          <DayFormField label={t.upTo} value={upTo} onChange={onDay} />
        </div>
        {!isDay(upTo) ? null : isClosed ? (
          <p className="text-ink-soft">{t.isClosed}</p>
        ) : upTo >= today ? (
          <p className="text-ink-soft">{t.notOver(day)}</p>
        ) : (
          <>
            <ClosingChecklist checklist={books.checklist} after={closedUpTo} />
            {mayClose ? (
              <Button onClick={() => setAsking('close')} className="min-h-14 md:justify-self-start md:px-8">
                <Lock className="size-5" aria-hidden="true" />
                {t.closeUpTo(day)}
              </Button>
            ) : (
              <p className="text-ink-soft">{t.whoCloses}</p>
            )}
          </>
        )}
      </div>
      <ClosingsList closings={books.closings} />
      {asking === 'close' ? (
        <CloseBooksDialog upTo={upTo} onClosed={onClosed} onClose={() => setAsking(undefined)} />
      ) : null}
      {asking === 'reopen' ? <ReopenBooksDialog books={books} onClose={() => setAsking(undefined)} /> : null}
    </div>
  )
}
