import { dayOf } from '@ledger/contracts/dates.ts'
import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../design/button.tsx'
import type { ExportJob } from '../export/jobs.ts'
import { fileName } from '../export/sheet-plan.ts'
import { useExport } from '../export/use-export.ts'
import { words } from '../export/words.ts'
import { countText } from '../language/figures.ts'
import { useWords } from '../language/words.ts'

interface Props {
  /** Stands in the file's name, with today's date (§3). */
  name: string
  job: ExportJob
}

/** §8, Export, for a list of head office. While the file is made the same button stops it. */
export function ExportButton({ name, job }: Props) {
  const t = useWords(words)
  const { running, start, cancel } = useExport()
  if (running !== undefined)
    return (
      <Button kind="secondary" onClick={cancel}>
        <span role="status" className="figures">
          {t.cancelAfter(countText(running.rows))}
        </span>
      </Button>
    )
  return (
    <Button kind="secondary" onClick={() => start(job, fileName(name, dayOf(new Date().toISOString())))}>
      <FileSpreadsheet className="size-5" aria-hidden="true" />
      {t.export}
    </Button>
  )
}
