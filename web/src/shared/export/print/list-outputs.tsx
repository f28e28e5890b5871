import { Printer } from 'lucide-react'
import { Button } from '../../design/controls/button.tsx'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { countText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { ExportButton } from '../dialog/export-button.tsx'
import type { ExportJob } from '../file/export-jobs.ts'
import { aboutText, type ListHeading } from './list-heading.ts'
import { PrintForm } from './print-form.tsx'
import { usePrintShortcut } from './print-shortcut.ts'
import { words } from './screen-texts.ts'
import { type ReadContent, usePrintForm } from './use-print-form.ts'

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
      <PrintButton
        heading={heading}
        read={async (language, onRead) => {
          const { readSheetContent } = await import('../file/sheet-content.ts')
          return readSheetContent(job, language, onRead)
        }}
        total={total}
        {...(onUnauthorized === undefined ? {} : { onUnauthorized })}
      />
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

interface PrintButtonProps {
  heading: ListHeading
  read: ReadContent
  total?: number | undefined
  onUnauthorized?: () => void
}

/** Opens the printed form of a list. While its rows are read, the same button stops it. */
export function PrintButton({ heading, read, total, onUnauthorized }: PrintButtonProps) {
  const t = useWords(words)
  const form = usePrintForm(read, total, onUnauthorized)
  usePrintShortcut(form.open)
  const said = form.rowsRead === undefined ? '' : t.reading(countText(form.rowsRead))
  return (
    <>
      <PrintedScreenHead heading={heading} />
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
      {form.table === undefined ? null : <PrintForm heading={heading} table={form.table} onClose={form.close} />}
    </>
  )
}

/** The head of the list where the screen itself is printed, whose filters are not on paper. */
export function PrintedScreenHead({ heading }: { heading: ListHeading }) {
  const about = [printedCompanyName(), heading.title, aboutText(heading), heading.period]
  return <p className="screen-head">{about.filter((text) => text !== undefined && text !== '').join(' · ')}</p>
}
