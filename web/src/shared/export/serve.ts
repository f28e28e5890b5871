import { ApiError } from '../api/api-error.ts'
import type { ExportNews } from './jobs.ts'
import type { OnRead } from './kept-lines.ts'

/**
 * Runs a worker that makes one file outside the page's thread. The rows never pass through the page, and cancelling
 * ends the worker.
 * @param make returns the file; undefined where there is no row
 */
export function serve<Job>(make: (job: Job, onRead: OnRead) => Promise<Blob | undefined>): void {
  self.addEventListener('message', ({ data }: MessageEvent<Job>) => void answer(data), { once: true })

  async function answer(job: Job): Promise<void> {
    try {
      const file = await make(job, (rows) => say({ kind: 'read', rows }))
      say(file === undefined ? { kind: 'empty' } : { kind: 'made', file })
    } catch (error) {
      if (!(error instanceof ApiError)) console.warn(error)
      const { status, code } = error instanceof ApiError ? error : { status: -1, code: 'unknown' }
      say({ kind: 'failed', status, code, message: error instanceof Error ? error.message : String(error) })
    }
  }
}

function say(news: ExportNews): void {
  self.postMessage(news)
}
