import type { RecipientSums } from '@ledger/contracts/recipient-sums.ts'
import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/readers-words.ts'
import { Dialog } from '../design/dialog.tsx'
import { Bar, Failed } from '../design/states.tsx'
import { useWords } from '../language/words.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { useSignedIn } from '../session/use-signed-in.ts'
import { ExportProgress } from './export-progress.tsx'
import { FullReport } from './full-report.tsx'
import { IndividualReports } from './individual-reports.tsx'
import { PeriodFilter } from './period-filter.tsx'
import { type Period, periodSumsQuery, recipientsQuery, rowsAddress } from './queries.ts'
import { fileName, periodName } from './sheet-plan.ts'
import { useExport } from './use-export.ts'
import { words } from './words.ts'

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
  const [period, setPeriod] = useState<Period>()
  const sums = useQuery({ ...periodSumsQuery(period), placeholderData: keepPreviousData })
  const people = useQuery({ ...recipientsQuery(period), placeholderData: keepPreviousData })
  const exports = useExport(signInAgain)
  useSignedIn(sums.error, people.error)
  const error = sums.error ?? people.error

  const site = user.siteName ?? user.name
  const nameOf = (...whose: string[]) =>
    fileName('Transaction_Report', ...whose, periodName(period ?? { from: '', to: '' }))
  const download = (total: number) => {
    if (total === 0) return exports.sayNoData()
    const openingBalance = period && sums.data?.openingBalance
    const job = { kind: 'transactions', address: rowsAddress(period), recipient: undefined, openingBalance } as const
    exports.start(job, nameOf(site), total)
  }
  const downloadOf = ({ recipient, count }: Pick<RecipientSums, 'recipient'> & { count?: number }) => {
    const address = rowsAddress(period, recipient)
    const job = { kind: 'transactions', address, recipient, openingBalance: undefined } as const
    exports.start(job, nameOf(site, recipient ?? 'Head_Office'), count)
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        <PeriodFilter period={period} onApply={setPeriod} />
        {sums.data === undefined || people.data === undefined ? (
          error === null ? (
            <Waiting />
          ) : (
            <Failed
              message={messageOf(error)}
              onRetry={() => {
                void sums.refetch()
                void people.refetch()
              }}
            />
          )
        ) : (
          <div
            className="grid grid-cols-1 gap-6 aria-busy:opacity-60"
            aria-busy={sums.isPlaceholderData || people.isPlaceholderData}
          >
            <FullReport sums={sums.data} busy={exports.running !== undefined} onDownload={download} />
            <IndividualReports people={people.data} busy={exports.running !== undefined} onDownload={downloadOf} />
          </div>
        )}
        <ExportProgress exports={exports} />
      </div>
    </Dialog>
  )
}

/** A placeholder with the height of the reports. */
function Waiting() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Bar className="h-7 w-56" />
      <Bar className="h-32 w-full" />
      <Bar className="h-7 w-44" />
      <Bar className="h-64 w-full" />
    </div>
  )
}
