import { ApiError } from '../api/api-error.ts'
import { callOf } from '../api/call.ts'
import { companyName } from '../design/company-name.ts'
import { companyFile } from './company-file.ts'
import type { ExportJob, ExportNews, OwnJob } from './jobs.ts'
import { saveFile } from './save-file.ts'

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

const noteExport = callOf<'auditExported'>('POST', '/api/audit/exported')

interface Options {
  /** Without its extension. */
  fileName: string
  /** Ends the worker and frees its memory. */
  signal: AbortSignal
  onRead(rows: number): void
}

/**
 * Has a worker make a file and saves it for the user.
 * @returns empty where there is no row to export
 * @throws ApiError as the server answered the worker; Error where the worker could not be loaded or failed; the
 * signal's reason where it was cancelled
 */
export async function runExport(
  job: ExportJob | OwnJob,
  { fileName, signal, onRead }: Options,
): Promise<'saved' | 'empty'> {
  let rows = 0
  const [worker, told, format] =
    job.kind === 'own' ? ([job.open(), job.told, job.format] as const) : ([openWorker(), job, 'xlsx'] as const)
  try {
    const file = await new Promise<Blob | undefined>((resolve, reject) => {
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
      worker.postMessage({ ...told, company: companyName })
    })
    if (file === undefined) return 'empty'
    // An export of head office concerns other accounts, so it is recorded before the file is saved. §7 lets a user
    // export the own account without a call.
    if ('report' in job) await noteExport({ body: { report: job.report, rows, format } })
    saveFile(companyFile(`${fileName}.${format}`), new Blob([file], { type: TYPES[format] }))
    return 'saved'
  } finally {
    worker.terminate()
  }
}

const openWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

function errorOf({ status, code, message }: Extract<ExportNews, { kind: 'failed' }>): Error {
  return status === -1 ? new Error(message) : new ApiError(status, code, 'Error', message)
}
