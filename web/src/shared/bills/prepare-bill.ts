import { detectFileKind } from '@ledger/contracts/bill-files/detect-file-kind.ts'
import { pdfRefusalReason } from '@ledger/contracts/bill-files/pdf-refusal-reason.ts'
import { PDF_HEADER_SCAN_BYTES } from '@ledger/contracts/bill-files/pdf-structure.ts'
import { bytesAsText } from '@ledger/contracts/bill-files/search-bytes.ts'
import { MAX_BILL_BYTES } from '@ledger/contracts/bill-schemas.ts'
import type { ShrunkPicture } from './shrink-picture.ts'

/** A chosen file, as it will be sent. */
export interface BillFile {
  readonly blob: Blob
  /** Undefined for a PDF, which has neither sides nor a preview. */
  readonly picture: Omit<ShrunkPicture, 'blob'> | undefined
}

/** The reasons why a file cannot be a bill. */
export type UnfitReason = 'no_bill' | 'unreadable' | 'locked' | 'too_large' | 'heic' | 'too_long'

/** The largest photo that a phone's browser can hold in memory beside the page. */
const MAX_PHOTO_BYTES = 60_000_000

/**
 * Many times what a slow phone needs. A browser short of memory may end a worker silently, and a file may be in a
 * cloud.
 */
const PREPARE_TIMEOUT_MS = 60_000

/**
 * Shrinks a photo, and leaves a PDF as it is. The bytes decide which one it is, not the name.
 * @param signal cancels it
 * @returns undefined where it was cancelled
 */
export function prepareBill(file: File, signal: AbortSignal): Promise<BillFile | UnfitReason | undefined> {
  return new Promise((resolve) => {
    const work = new AbortController()
    const end = (outcome: BillFile | UnfitReason | undefined) => {
      clearTimeout(patience)
      signal.removeEventListener('abort', giveUp)
      work.abort()
      resolve(outcome)
    }
    const giveUp = () => end(undefined)
    const patience = setTimeout(end, PREPARE_TIMEOUT_MS, 'too_long')
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else void prepareFile(file, work.signal).then(end)
  })
}

/** @param signal terminates a running worker; the promise then never resolves */
async function prepareFile(file: File, signal: AbortSignal): Promise<BillFile | UnfitReason> {
  try {
    const beginning = await bytesOf(file.slice(0, PDF_HEADER_SCAN_BYTES))
    if (detectFileKind(beginning) === 'pdf') return await preparePdf(file)
    if (file.size > MAX_PHOTO_BYTES) return 'too_large'
    const small = await shrinkInWorker(file, signal)
    if (small === undefined) return unfitReasonOf(file, bytesAsText(beginning, 0, 16))
    const { blob, ...picture } = small
    return { blob, picture }
  } catch (error) {
    // The file has been moved, or is only in a cloud.
    console.info('This file could not be read', error)
    return 'unreadable'
  }
}

async function preparePdf(file: File): Promise<BillFile | UnfitReason> {
  if (file.size > MAX_BILL_BYTES) return 'too_large'
  // The bytes are read now, because the file may change or disappear before it is sent.
  const bytes = await bytesOf(file)
  return (await pdfRefusalReason(bytes)) ?? { blob: new Blob([bytes], { type: 'application/pdf' }), picture: undefined }
}

function unfitReasonOf(file: File, beginning: string): UnfitReason {
  if (/^.{4}ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/s.test(beginning)) return 'heic'
  return file.type.startsWith('image/') ? 'unreadable' : 'no_bill'
}

async function bytesOf(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await part.arrayBuffer())
}

/** Returns undefined where the browser cannot read it as a picture, or cannot shrink it. */
async function shrinkInWorker(file: Blob, signal: AbortSignal): Promise<ShrunkPicture | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return shrinkInPage(file)
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  try {
    return await new Promise<ShrunkPicture | undefined>((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not be loaded')))
      worker.addEventListener('message', ({ data }: MessageEvent<ShrunkPicture | null>) => resolve(data ?? undefined))
      worker.postMessage(file)
    })
  } catch (error) {
    console.info('Pictures are made small in the page', error)
    return shrinkInPage(file)
  } finally {
    worker.terminate()
  }
}

async function shrinkInPage(file: Blob): Promise<ShrunkPicture | undefined> {
  const { shrinkPicture } = await import('./shrink-picture.ts')
  return shrinkPicture(file).catch((error: unknown) => {
    console.info('This is no picture for the browser', error)
    return undefined
  })
}
