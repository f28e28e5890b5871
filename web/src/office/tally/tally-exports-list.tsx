import type { TallyExport } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useFileDownload } from '../../shared/export/file/use-file-download.ts'
import { countText, dateOfDayText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'
import { tallyAgainAddress, tallyExportsQuery } from './tally-queries.ts'

/** Every file that was made, the newest first. Each can be taken again, byte for byte. */
export function TallyExportsList() {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(tallyExportsQuery)
  const client = useQueryClient()
  const { making, fetch, stop } = useFileDownload(t.failed, () => {
    void client.invalidateQueries({ queryKey: tallyExportsQuery.queryKey })
  })
  return (
    <section aria-labelledby="tally-exports-title">
      <h3 id="tally-exports-title" className="pb-2 font-heavy">
        {t.exports}
      </h3>
      {error === null ? null : <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 ? <p className="text-ink-soft">{t.noExports}</p> : null}
      <ul>
        {data?.map((file) => {
          const address = tallyAgainAddress(file.id)
          return (
            <ExportItem
              key={file.id}
              file={file}
              isMaking={making?.address === address}
              onAgain={() => (making?.address === address ? stop() : fetch(address))}
            />
          )
        })}
      </ul>
    </section>
  )
}

function ExportItem({ file, isMaking, onAgain }: { file: TallyExport; isMaking: boolean; onAgain(): void }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { from, to, at, by, format, vouchers, altered, cancelled, after, position, closedUpTo, sha256 } = file
  const period = t.period(dateOfDayText(from, language), dateOfDayText(to, language))
  const counts = [
    t.vouchers(countText(vouchers)),
    ...(altered === 0 || format === 'csv' ? [] : [t.altered(countText(altered))]),
    ...(cancelled === 0 || format === 'csv' ? [] : [t.cancelled(countText(cancelled))]),
    ...(closedUpTo !== null && closedUpTo >= to ? [] : [t.wasOpen]),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-t py-2.5">
      <div className="min-w-0">
        <p className="figures font-strong">
          {period} · {format === 'xml' ? 'tally.xml' : 'CSV'}
        </p>
        <p className="break-words text-ink-soft text-small">
          {t.madeBy(by, `${dateText(at, language)}, ${timeText(at)}`)} · {counts.join(' · ')}
        </p>
        <p className="figures break-words text-ink-soft text-small" title={sha256}>
          {t.range(countText(after), countText(position))} · {t.hash(sha256.slice(0, 16))}
        </p>
      </div>
      <Button kind="secondary" onClick={onAgain} aria-label={isMaking ? t.stop : t.againOf(period)}>
        {isMaking ? t.stop : t.again}
      </Button>
    </li>
  )
}
