import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { countText } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import type { ExportJob } from './jobs.ts'
import { fileName } from './sheet-plan.ts'
import { useExport } from './use-export.ts'
import { words } from './words.ts'

interface Props {
  /** Of the file's name: what it is, whose, and of which period (§3). */
  parts: readonly string[]
  job: ExportJob
  /** How many rows there are; without it the progress is told by those that were read. */
  total?: number | undefined
  onUnauthorized?: () => void
}

/** §8, Export, of a list as its filter leaves it. While the file is made the same button stops it. */
export function ExportButton({ parts, job, total, onUnauthorized }: Props) {
  const t = useWords(words)
  const { running, start, cancel } = useExport(onUnauthorized)
  if (running !== undefined)
    return (
      <Button kind="secondary" onClick={cancel}>
        <span role="status" className="figures">
          {running.total === undefined
            ? t.cancelAfter(countText(running.rows))
            : t.cancelAt(countText(running.rows), countText(running.total))}
        </span>
      </Button>
    )
  return (
    <Button kind="secondary" onClick={() => start(job, fileName(...parts), total)}>
      <FileSpreadsheet className="size-5" aria-hidden="true" />
      {t.export}
    </Button>
  )
}
