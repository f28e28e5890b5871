import { ApiError } from '../api/api-error.ts'
import { callOf } from '../api/call.ts'
import type { ExportJob, ExportNews } from './jobs.ts'
import { saveFile } from './save-file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const noteExport = callOf<'auditExported'>('POST', '/api/audit/exported')

interface Options {
  fileName: string
  /** Ends the worker, and with it everything that it holds. */
  signal: AbortSignal
  onRead(rows: number): void
}

/**
 * Has a worker make a file and gives it to the person.
 * @returns empty where there is no row to export
 * @throws ApiError as the server answered the worker; Error where the worker could not be loaded or failed; the signal's
 *   reason where it was cancelled
 */
export async function runExport(job: ExportJob, { fileName, signal, onRead }: Options): Promise<'saved' | 'empty'> {
  let rows = 0
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    const file = await new Promise<ArrayBuffer | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be loaded')))
      worker.addEventListener('message', ({ data }: MessageEvent<ExportNews>) => {
        switch (data.kind) {
          case 'read':
            rows = data.rows
            return onRead(rows)
          case 'made':
            return resolve(data.file)
          case 'empty':
            return resolve(undefined)
          case 'failed':
            return reject(errorOf(data))
        }
      })
      worker.postMessage(job)
    })
    if (file === undefined) return 'empty'
    // Head office takes away what is everybody's: that is history before the file is there. Who takes an own account's, §7
    // lets do so without a call.
    if ('report' in job) await noteExport({ body: { report: job.report, rows } })
    saveFile(fileName, new Blob([file], { type: XLSX }))
    return 'saved'
  } finally {
    worker.terminate()
  }
}

function errorOf({ status, code, message }: Extract<ExportNews, { kind: 'failed' }>): Error {
  return status === -1 ? new Error(message) : new ApiError(status, code, 'Error', message)
}
