import { useEffect, useRef, useState } from 'react'
import { ApiError, isUnauthorized } from '../api/api-error.ts'
import { messageOf } from '../api/readers-words.ts'
import { showToast } from '../design/toast-store.ts'
import { wordsNow } from '../language/words.ts'
import type { ExportJob, OwnJob } from './jobs.ts'
import { runExport } from './run-export.ts'
import { words } from './words.ts'

/** The progress of an export. */
export interface Running {
  readonly rows: number
  /** The number of all rows; undefined where it is not known. */
  readonly total: number | undefined
}

export interface Exports {
  readonly running: Running | undefined
  /** The text of a failure's toast, for a dialog that shows it until the next try. */
  readonly problem: string | undefined
  /**
   * Starts an export; does nothing while one is running.
   * @param fileName without its extension
   */
  start(job: ExportJob | OwnJob, fileName: string, total?: number): void
  /** §8: shows that there is no data for a file. */
  sayNoData(): void
  cancel(): void
}

/**
 * §8, Export: makes one file at a time, with its toasts. Leaving the screen stops its export.
 * @param onUnauthorized called where the session is over; without it the toast says so
 */
export function useExport(onUnauthorized?: () => void): Exports {
  const [running, setRunning] = useState<Running>()
  const [problem, setProblem] = useState<string>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const sayNoData = () => {
    const t = wordsNow(words)
    showToast({ tone: 'problem', title: t.noData, text: t.noDataText })
  }

  async function run(job: ExportJob | OwnJob, fileName: string, total: number | undefined): Promise<void> {
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    setProblem(undefined)
    setRunning({ rows: 0, total })
    try {
      const result = await runExport(job, { fileName, signal, onRead: (rows) => setRunning({ rows, total }) })
      if (result === 'empty') return sayNoData()
      const t = wordsNow(words)
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
    const reason = error instanceof ApiError ? messageOf(error) : undefined
    const t = wordsNow(words)
    setProblem(reason === undefined ? t.failed : t.failedBecause(reason))
    showToast({ tone: 'problem', title: t.error, text: t.failed, reason })
  }

  return {
    running,
    problem,
    start(job, fileName, total) {
      if (current.current === undefined) void run(job, fileName, total)
    },
    sayNoData,
    cancel: () => current.current?.abort(),
  }
}
