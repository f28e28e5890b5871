import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../../design/controls/button.tsx'
import { countText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import type { CustomWorkerJob, ExportJob } from '../file/export-worker-messages.ts'
import { fileNameFromParts } from '../file/file-name.ts'
import { aboutText, type ListHeading } from '../print/list-heading.ts'
import { words } from './screen-texts.ts'
import { useExport } from './use-export.ts'

interface Props {
  /** The parts of the file's name: content, account, period (§3). */
  parts: readonly string[]
  job: ExportJob | CustomWorkerJob
  heading: ListHeading
  /** The format's name, where there are several. */
  label?: string
  /** The number of rows. Without it, the progress shows the rows read so far. */
  total?: number | undefined
  onUnauthorized?: () => void
}

/** §8, Export, of a filtered list. While the file is being made, the same button stops it. */
export function ExportButton({ parts, job, heading, label, total, onUnauthorized }: Props) {
  const t = useWords(words)
  const { running, start, cancel } = useExport(onUnauthorized)
  if (running !== undefined) {
    const { rows, total } = running
    const said = total === undefined ? t.cancelAfter(countText(rows)) : t.cancelAt(countText(rows), countText(total))
    return (
      <>
        <Button kind="secondary" onClick={cancel} className="figures">
          {said}
        </Button>
        {/* Outside the button, because the announcement would become part of its name. */}
        <span role="status" className="sr-only">
          {said}
        </span>
      </>
    )
  }
  return (
    <Button
      kind="secondary"
      aria-label={label === undefined ? undefined : t.exportAs(label)}
      onClick={() =>
        start(
          job,
          { fileName: fileNameFromParts(...parts), heading: { about: aboutText(heading), period: heading.period } },
          total,
        )
      }
    >
      <FileSpreadsheet className="size-5" aria-hidden="true" />
      {label ?? t.export}
    </Button>
  )
}
