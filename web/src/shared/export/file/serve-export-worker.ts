import { ApiError } from '../../api/api-error.ts'
import type { OnRowsRead } from './buffered-lines.ts'
import type { WorkerMessage } from './export-worker-messages.ts'

/**
 * Runs a worker that makes one file outside the page's thread. The rows never pass through the page, and cancelling
 * ends the worker.
 * @param make returns the file; undefined where there is no row
 */
export function serveExportWorker<Job>(make: (job: Job, onRead: OnRowsRead) => Promise<Blob | undefined>): void {
  self.addEventListener('message', ({ data }: MessageEvent<Job>) => void answer(data), { once: true })

  async function answer(job: Job): Promise<void> {
    try {
      const file = await make(job, (rows) => postMessageToPage({ kind: 'read', rows }))
      postMessageToPage(file === undefined ? { kind: 'empty' } : { kind: 'made', file })
    } catch (error) {
      if (!(error instanceof ApiError)) console.warn(error)
      const { status, code } = error instanceof ApiError ? error : { status: -1, code: 'unknown' }
      postMessageToPage({
        kind: 'failed',
        status,
        code,
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }
}

function postMessageToPage(news: WorkerMessage): void {
  self.postMessage(news)
}
