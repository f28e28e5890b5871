import type { UploadedBill } from '@ledger/contracts/bill-schemas.ts'
import { parseErrorResponse, unreachableError } from '../api/api-error.ts'

/** Enough for a bill of 5 MB on a line of 50 kB a second. */
const UPLOAD_TIMEOUT_MS = 120_000

interface UploadOptions {
  readonly signal: AbortSignal
  /** @param part the sent share, from 0 to 1 */
  onSent(part: number): void
}

/**
 * Uploads a bill in one request. The same file sent again is the same bill. It uses XMLHttpRequest, because fetch does
 * not report how much it has sent.
 * @throws ApiError; the signal's reason where it was cancelled
 */
export function uploadBill(blob: Blob, { signal, onSent }: UploadOptions): Promise<UploadedBill> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/bills')
    request.timeout = UPLOAD_TIMEOUT_MS
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', blob.type)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total))
    const lost = () => reject(unreachableError(new Error('The upload had no answer')))
    request.addEventListener('error', lost)
    request.addEventListener('timeout', lost)
    request.addEventListener('load', () => void parseUploadAnswer(request).then(resolve, reject))
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(blob)
  })
}

async function parseUploadAnswer({ status, statusText, responseText }: XMLHttpRequest): Promise<UploadedBill> {
  if (status !== 200 && status !== 201)
    throw await parseErrorResponse(new Response(responseText, { status, statusText }))
  try {
    return JSON.parse(responseText)
  } catch (cause) {
    // For example the sign-in page of a public network.
    throw cause instanceof SyntaxError ? unreachableError(cause) : cause
  }
}
