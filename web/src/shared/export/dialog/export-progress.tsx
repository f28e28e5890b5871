import { Button } from '../../design/controls/button.tsx'
import { FormFieldError } from '../../design/controls/form-field.tsx'
import { countText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import type { ExportControl, ExportState } from './use-export.ts'

/**
 * The progress of a file with a button that stops it, or the failure of the last one. It stays visible while the dialog
 * scrolls.
 */
export function ExportProgress({ exports: { running, problem, cancel } }: { exports: ExportControl }) {
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 bg-sheet tiny:static tiny:-mx-3 tiny:-mb-3">
      {running === undefined ? null : <RunningExport running={running} onCancel={cancel} />}
      <div role="alert" className="border-rule border-t px-5 py-4 empty:hidden">
        <FormFieldError id="export-problem" error={problem} />
      </div>
    </div>
  )
}

function RunningExport({ running: { rows, total }, onCancel }: { running: ExportState; onCancel(): void }) {
  const t = useWords(words)
  const hasReadAll = total === undefined || rows >= total
  return (
    <div className="flex items-center gap-4 border-rule border-t px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="figures truncate text-small">
          {hasReadAll ? t.making : t.readingOf(countText(rows), countText(total))}
        </p>
        <progress
          aria-label={t.progress}
          max={total ?? 1}
          value={Math.min(rows, total ?? 0)}
          className="h-3 w-full appearance-none overflow-hidden rounded-brick bg-rule [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-accent"
        />
      </div>
      <Button kind="secondary" onClick={onCancel}>
        {t.cancel}
      </Button>
    </div>
  )
}
