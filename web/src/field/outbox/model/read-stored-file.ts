import { ApiError } from '../../../shared/api/api-error.ts'

/** No DOM in here: a service worker sends as well. */

/**
 * Reads the whole file that waits on this phone. A blob may be listed although its bytes are lost.
 * @returns undefined where it is missing, or cannot be read
 */
export async function readStoredFile(find: () => Promise<Blob | undefined>): Promise<Blob | undefined> {
  try {
    const blob = await find()
    return blob && new Blob([await blob.arrayBuffer()], { type: blob.type })
  } catch (error) {
    console.info('A file on this phone cannot be read', error)
    return undefined
  }
}

/**
 * Returns an error like a refusal of the ledger: another try would fail in the same way, until the user changes the
 * entry. error-messages.ts has its Hindi by the code.
 */
export function fileLostError(): ApiError {
  const message =
    'A photo or PDF of this entry can no longer be read on this phone. Choose it again, or save without it.'
  return new ApiError(410, 'file_lost', 'Error', message)
}
