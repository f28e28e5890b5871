import { ApiError } from '../../shared/api/api-error.ts'

/** No DOM in here: a service worker sends as well. */

/**
 * A file that waits on this phone, read whole: a blob may be listed and its bytes be gone all the same.
 * @returns undefined where it is gone, or cannot be read
 */
export async function readFile(find: () => Promise<Blob | undefined>): Promise<Blob | undefined> {
  try {
    const blob = await find()
    return blob && new Blob([await blob.arrayBuffer()], { type: blob.type })
  } catch (error) {
    console.info('A file on this phone cannot be read', error)
    return undefined
  }
}

/** As a refusal of the ledger's: tried again it would be the same, until the person mends it. In Hindi by its code (readers-words.ts). */
export function fileLost(): ApiError {
  const message =
    'A photo or PDF of this entry can no longer be read on this phone. Choose it again, or save without it.'
  return new ApiError(410, 'file_lost', 'Error', message)
}
