import { Printer } from 'lucide-react'
import { Button } from '../../design/controls/button.tsx'
import { countText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { ExportButton } from '../dialog/export-button.tsx'
import type { ExportJob } from '../file/export-worker-messages.ts'
import type { ListHeading } from './list-heading.ts'
import type { PrintableList } from './printable-list.ts'
import { words } from './screen-texts.ts'
import { rowsOfJob, usePrintPreview } from './use-print-preview.tsx'

interface Props {
  /** The parts of the file's name: content, account, period (§3). */
  parts: readonly string[]
  job: ExportJob
  heading: ListHeading
  /** The number of rows, where it is known. */
  total?: number | undefined
  onUnauthorized?: () => void
}

/** A list as a file and on paper: both have all its rows, whatever of it the screen has loaded. */
export function ListOutputs({ parts, job, heading, total, onUnauthorized }: Props) {
  return (
    <div className="list-outputs flex flex-wrap gap-2">
      <PrintButton heading={heading} read={rowsOfJob(job)} total={total} onUnauthorized={onUnauthorized} />
      <div className="grid flex-1">
        <ExportButton
          parts={parts}
          job={job}
          heading={heading}
          total={total}
          {...(onUnauthorized === undefined ? {} : { onUnauthorized })}
        />
      </div>
    </div>
  )
}

/** Opens the printed form of a list. While its rows are read, the same button stops it. */
export function PrintButton(list: PrintableList) {
  const t = useWords(words)
  const form = usePrintPreview(list)
  const said = form.rowsRead === undefined ? '' : t.reading(countText(form.rowsRead))
  return (
    <>
      {form.paper}
      <Button
        kind="secondary"
        aria-label={form.rowsRead === undefined ? t.print : `${t.stop}, ${said}`}
        title={form.rowsRead === undefined ? t.print : t.stop}
        onClick={form.rowsRead === undefined ? form.open : form.close}
        className="min-w-12 px-3!"
      >
        {form.rowsRead === undefined ? (
          <Printer className="size-5" aria-hidden="true" />
        ) : (
          <span className="figures">{countText(form.rowsRead)}</span>
        )}
      </Button>
      {form.rowsRead === undefined ? null : (
        <span role="status" className="sr-only">
          {said}
        </span>
      )}
    </>
  )
}
