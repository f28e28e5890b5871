import { ApiError } from '../api/api-error.ts'
import type { ExportNews } from './jobs.ts'
import type { OnRead } from './kept-lines.ts'

/**
 * What a worker is that makes one file off the page's thread: its rows never pass through the page, and whoever cancels ends it.
 * @param make gives the file; undefined where there is no row
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
