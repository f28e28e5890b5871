import { makeExportFile } from './make-export-file.ts'
import { serveExportWorker } from './serve-export-worker.ts'

serveExportWorker(makeExportFile)
