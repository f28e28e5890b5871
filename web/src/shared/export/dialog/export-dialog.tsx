import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { RecipientTotals } from '@ledger/contracts/http/reports/recipient-totals.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/error-messages.ts'
import { Dialog } from '../../design/dialog/dialog.tsx'
import { FailedState, SkeletonBar } from '../../design/loading-empty-failed.tsx'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { periodText } from '../../language/period-text.ts'
import { signInAgain } from '../../session/sign-in-again.ts'
import { useRedirectWhenSignedOut } from '../../session/use-redirect-when-signed-out.ts'
import { fileNameFromParts, periodInFileName } from '../file/file-name.ts'
import { ShareReport } from '../share/share-report.tsx'
import { ExportProgress } from './export-progress.tsx'
import {
  type ExportPeriod,
  periodBalancesUrl,
  periodRowsUrl,
  periodSumsQuery,
  recipientsQuery,
} from './export-queries.ts'
import { FullReport } from './full-report.tsx'
import { IndividualReports } from './individual-reports.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { words } from './screen-texts.ts'
import { useExport } from './use-export.ts'

interface Props {
  user: SessionUser
  onClose(): void
}

/**
 * §2, Export dialog. The dates come first, because they filter everything below them: counts, people and every file.
 * The sums come from the server. Rows are read only for a file.
 */
export function ExportDialog({ user, onClose }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [period, setPeriod] = useState<ExportPeriod>()
  const sums = useQuery({ ...periodSumsQuery(period), placeholderData: keepPreviousData })
  const people = useQuery({ ...recipientsQuery(period), placeholderData: keepPreviousData })
  const exports = useExport(signInAgain)
  useRedirectWhenSignedOut(sums.error, people.error)
  const error = sums.error ?? people.error
  const areOfPeriodBefore = sums.isPlaceholderData || people.isPlaceholderData

  const site = user.siteName ?? user.name
  const days = period ?? { from: '', to: '' }
  const account = [user.name, user.siteName].filter((part) => part).join(', ')
  /** @param whose the names in the name of the file, @param about the filter below the account on paper */
  const namingOf = (whose: string[], about?: string) => ({
    fileName: fileNameFromParts('Transaction_Report', ...whose, periodInFileName(days)),
    heading: { about: [account, about].filter((part) => part).join(': '), period: periodText(days, language) },
  })
  const download = (total: number) => {
    if (total === 0) return exports.sayNoData()
    const [address, balances] = [periodRowsUrl(period), periodBalancesUrl(period)]
    const job = {
      kind: 'transactions',
      address,
      recipient: undefined,
      balances,
      hasOpening: period !== undefined,
    } as const
    exports.start(job, namingOf([site]), total)
  }
  const downloadOf = ({ recipient, count }: Pick<RecipientTotals, 'recipient'> & { count?: number }) => {
    const address = periodRowsUrl(period, recipient)
    const job = { kind: 'transactions', address, recipient, balances: undefined, hasOpening: false } as const
    exports.start(job, namingOf([site, recipient ?? 'Head_Office'], recipient ?? t.headOffice), count)
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        <PeriodFilter period={period} onApply={setPeriod} />
        {sums.data === undefined || people.data === undefined ? (
          error === null ? (
            <ReportsSkeleton />
          ) : (
            <FailedState
              message={errorMessage(error)}
              onRetry={() => {
                void sums.refetch()
                void people.refetch()
              }}
            />
          )
        ) : (
          <div
            className="grid grid-cols-1 gap-6 aria-busy:opacity-60"
            aria-busy={areOfPeriodBefore}
            // The counts decide what a button does.
            inert={areOfPeriodBefore}
          >
            <FullReport sums={sums.data} busy={exports.running !== undefined} onDownload={download} />
            <ShareReport
              user={user}
              period={period}
              fileName={fileNameFromParts('Transaction_Report', site, periodInFileName(days))}
              isEmpty={sums.data.credits + sums.data.debits === 0}
              sayNoData={exports.sayNoData}
            />
            <IndividualReports people={people.data} busy={exports.running !== undefined} onDownload={downloadOf} />
          </div>
        )}
        <ExportProgress exports={exports} />
      </div>
    </Dialog>
  )
}

/** A placeholder with the height of the reports. */
function ReportsSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <SkeletonBar className="h-7 w-56" />
      <SkeletonBar className="h-32 w-full" />
      <SkeletonBar className="h-7 w-44" />
      <SkeletonBar className="h-64 w-full" />
    </div>
  )
}
