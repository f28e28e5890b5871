import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { type OpenPeriod, periodText } from '../../shared/language/period-text.ts'
import { BookDownloads } from '../export/book-downloads.tsx'
import { siteWithIncharge } from '../people/person-and-site-names.ts'
import { readPrintedStatement } from './printed-statement.ts'
import { words } from './screen-texts.ts'
import { statementSealInWords } from './seal-in-words.ts'
import { StatementFigures } from './statement-figures.tsx'
import { statementFileUrl, statementPages } from './statement-queries.ts'
import { StatementSubjectSelect } from './statement-subject-select.tsx'
import { StatementTable } from './statement-table.tsx'
import { SumsByModeAndPurpose } from './sums-by-mode-and-purpose.tsx'

/** File names are in English (§3). */
const FILE_NAMES = { company: 'Day_Book', head_office: 'Head_Office' }

/** When all pages are read again after an entry that came between two of them, in milliseconds. */
const REREAD_MS = 1000

interface Props {
  /** As the address has it (statement-subject-params.ts). */
  subject: string
  onChoose(subject: string): void
  period: OpenPeriod
  periodBar: ReactNode
}

/**
 * The statement of an account, a site with its supervisors, a beneficiary, head office or the company for a period, on
 * screen and as the files that head office prints or hands to its accountant.
 */
export function StatementSection({ subject, onChoose, period, periodBar }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const asked = { subject, ...period }
  const query = useInfiniteQuery(statementPages(asked))
  const { refetch, error, errorUpdateCount } = query
  const hasChanged = error instanceof ApiError && error.code === 'ledger_changed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every page that no longer follows
  useEffect(() => {
    if (!hasChanged) return
    const timer = setTimeout(refetch, REREAD_MS)
    return () => clearTimeout(timer)
  }, [hasChanged, errorUpdateCount])
  const statement = query.data?.pages[0]
  const { kind, name, site } = statement?.of ?? { kind: 'account' as const, name: null, site: null }
  const fileName = kind === 'company' || kind === 'head_office' ? FILE_NAMES[kind] : (name ?? '')
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <StatementSubjectSelect subject={subject} onChoose={onChoose} name={name ?? undefined} />
        {statement === undefined ? null : (
          <div className="flex flex-wrap items-center gap-2 lg:justify-end">
            <BookDownloads
              label={t.files}
              parts={['Statement', fileName, site ?? '', periodInFileName(period)]}
              addressOf={(format, language) => statementFileUrl(asked, format, language)}
              total={[
                t.entries(countText(statement.totals.entries)),
                `${t.received} ${rupees(statement.totals.in)}`,
                `${t.paid} ${rupees(statement.totals.out)}`,
              ].join(DOT_SEPARATOR)}
              print={{
                heading: {
                  title: t[`title_${kind}`],
                  about: [
                    kind === 'site' ? siteWithIncharge(site, name ?? '') : (name ?? ''),
                    kind === 'account' ? (site ?? '') : '',
                    statementSealInWords(statement, language),
                  ],
                  period: periodText(period, language),
                },
                read: (inLanguage, onRead) => readPrintedStatement(asked, inLanguage, onRead),
                total: statement.totals.entries,
              }}
              proof={statement.sealed === null ? undefined : statementFileUrl(asked, 'json', language)}
            />
          </div>
        )}
        <div className="lg:col-span-2">{periodBar}</div>
      </div>
      {statement === undefined || query.data === undefined ? (
        query.error === null ? (
          <RowsSkeleton count={8} />
        ) : (
          <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )
      ) : (
        <>
          <StatementFigures statement={statement} />
          <div className="flex flex-wrap gap-x-4 px-4 pb-3 text-ink-soft text-small md:px-5">
            <p>{t.entries(countText(statement.totals.entries))}</p>
            <SealLine statement={statement} />
          </div>
          <StatementTable
            statement={statement}
            rows={query.data.pages.flatMap((page) => page.rows)}
            cancelled={query.data.pages.at(-1)?.cancelled ?? []}
            query={query}
          />
          <SumsByModeAndPurpose totals={statement.totals} />
        </>
      )}
    </>
  )
}

/** How far the period is closed, where it is. Figures that are not the sealed ones are told in red. */
function SealLine({ statement }: { statement: Statement }) {
  const language = useLanguage((state) => state.language)
  if (statement.sealState === 'open') return null
  const isWrong = statement.sealState === 'differs'
  const Icon = isWrong ? CircleAlert : Lock
  return (
    <p
      role={isWrong ? 'alert' : undefined}
      className={`flex items-center gap-1.5 ${isWrong ? 'font-strong text-debit' : ''}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {statementSealInWords(statement, language)}
    </p>
  )
}
