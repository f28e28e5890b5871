import { createCall } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { companyFileName } from './company-file-name.ts'
import type { CustomWorkerJob, ExportJob, WorkerMessage } from './export-worker-messages.ts'
import { saveFile } from './save-file.ts'
import type { FileFormat, SheetHeading } from './sheet-model.ts'

const MIME_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

const noteExportInAuditLog = createCall<'auditExported'>('POST', '/api/audit/exported')

interface RunExportOptions {
  /** Without its extension. */
  fileName: string
  heading: Omit<SheetHeading, 'company'>
  /** The format of a list of the ledger; a job with a worker of its own names its own format. */
  format?: FileFormat
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
  job: ExportJob | CustomWorkerJob,
  { fileName, heading, format: asked = 'xlsx', signal, onRead }: RunExportOptions,
): Promise<'saved' | 'empty'> {
  let rows = 0
  const [worker, told, format] =
    job.kind === 'own'
      ? ([job.open(), job.told, job.format] as const)
      : ([openExportWorker(), { ...job, format: asked }, asked] as const)
  try {
    const file = await new Promise<Blob | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be loaded')))
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        switch (data.kind) {
          case 'read':
            rows = data.rows
            return onRead(rows)
          case 'made':
            return resolve(data.file)
          case 'empty':
            return resolve(undefined)
          case 'failed':
            return reject(workerErrorOf(data))
        }
      })
      worker.postMessage({ ...told, heading: { ...heading, company: printedCompanyName() } })
    })
    if (file === undefined) return 'empty'
    // An export of head office concerns other accounts, so it is recorded before the file is saved. §7 lets a user
    // export the own account without a call.
    if ('report' in job) await noteExportInAuditLog({ body: { report: job.report, rows, format } })
    // Cancel ends the worker, which is done already, and not the call before this.
    signal.throwIfAborted()
    saveFile(companyFileName(`${fileName}.${format}`), new Blob([file], { type: MIME_TYPES[format] }))
    return 'saved'
  } finally {
    worker.terminate()
  }
}

const openExportWorker = () => new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })

function workerErrorOf({ status, code, message }: Extract<WorkerMessage, { kind: 'failed' }>): Error {
  return status === -1 ? new Error(message) : new ApiError(status, code, 'Error', message)
}
