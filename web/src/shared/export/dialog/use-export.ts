import { useEffect, useRef, useState } from 'react'
import { ApiError, isUnauthorized } from '../../api/api-error.ts'
import { errorMessage } from '../../api/error-messages.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { currentWords } from '../../language/in-both-languages.ts'
import type { CustomWorkerJob, ExportJob } from '../file/export-worker-messages.ts'
import { runExport } from '../file/run-export.ts'
import type { FileFormat, SheetHeading } from '../file/sheet-model.ts'
import { words } from './screen-texts.ts'

/** The name of a file without its extension, its format, and what stands at the head of its printed pages. */
export interface FileNaming {
  readonly fileName: string
  /** A workbook where it is left out. */
  readonly format?: FileFormat
  readonly heading: Omit<SheetHeading, 'company'>
}

/** The progress of an export. */
export interface ExportState {
  readonly rows: number
  /** The number of all rows; undefined where it is not known. */
  readonly total: number | undefined
}

export interface ExportControl {
  readonly running: ExportState | undefined
  /** The text of a failure's toast, for a dialog that shows it until the next try. */
  readonly problem: string | undefined
  /**
   * Starts an export; does nothing while one is running.
   */
  start(job: ExportJob | CustomWorkerJob, file: FileNaming, total?: number): void
  /** §8: shows that there is no data for a file. */
  sayNoData(): void
  cancel(): void
}

/**
 * §8, Export: makes one file at a time, with its toasts. Leaving the screen stops its export.
 * @param onUnauthorized called where the session is over; without it the toast says so
 */
export function useExport(onUnauthorized?: () => void): ExportControl {
  const [running, setRunning] = useState<ExportState>()
  const [problem, setProblem] = useState<string>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const sayNoData = () => {
    const t = currentWords(words)
    showToast({ tone: 'problem', title: t.noData, text: t.noDataText })
  }

  async function run(job: ExportJob | CustomWorkerJob, file: FileNaming, total: number | undefined): Promise<void> {
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    setProblem(undefined)
    setRunning({ rows: 0, total })
    try {
      const result = await runExport(job, { ...file, signal, onRead: (rows) => setRunning({ rows, total }) })
      if (result === 'empty') return sayNoData()
      const t = currentWords(words)
      showToast({ tone: 'done', title: t.exported, text: t.exportedText })
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      if (current.current === controller) {
        current.current = undefined
        setRunning(undefined)
      }
    }
  }

  function fail(error: unknown): void {
    if (isUnauthorized(error) && onUnauthorized !== undefined) return void onUnauthorized()
    // The message of a library or of the browser does not help the user.
    if (!(error instanceof ApiError)) console.warn(error)
    const reason = error instanceof ApiError ? errorMessage(error) : undefined
    const t = currentWords(words)
    setProblem(reason === undefined ? t.failed : t.failedBecause(reason))
    showToast({ tone: 'problem', title: t.error, text: t.failed, reason })
  }

  return {
    running,
    problem,
    start(job, file, total) {
      if (current.current === undefined) void run(job, file, total)
    },
    sayNoData,
    cancel: () => current.current?.abort(),
  }
}
