import { ApiError } from '../api/api-error.ts'
import type { ExportJob, ExportNews } from './jobs.ts'
import { makeFile } from './make-file.ts'

/** Makes one file off the page's thread: its rows never pass through the page, and whoever cancels ends this worker. */
self.addEventListener('message', ({ data }: MessageEvent<ExportJob>) => void answer(data), { once: true })

async function answer(job: ExportJob): Promise<void> {
  try {
    const file = await makeFile(job, (rows) => say({ kind: 'read', rows }))
    if (file === undefined) say({ kind: 'empty' })
    else say({ kind: 'made', file }, [file])
  } catch (error) {
    if (!(error instanceof ApiError)) console.warn(error)
    const { status, code } = error instanceof ApiError ? error : { status: -1, code: 'unknown' }
    say({ kind: 'failed', status, code, message: error instanceof Error ? error.message : String(error) })
  }
}

function say(news: ExportNews, transfer: Transferable[] = []): void {
  self.postMessage(news, { transfer })
}
