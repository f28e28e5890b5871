/** Where local storage holds the largest checkpoint that this browser saw (audit/proof/remembered.ts). */
export const LARGEST_CHECKPOINT = 'largestCheckpoint'

/**
 * A logout clears the site's storage (Clear-Site-Data), whoever logs out; what this browser saw of the history must outlive it,
 * or everybody who wants it forgotten would only have to log out.
 */
export async function keepingLargestCheckpoint<T>(logout: () => Promise<T>): Promise<T> {
  const seen = localStorage.getItem(LARGEST_CHECKPOINT)
  try {
    return await logout()
  } finally {
    // The answer may be lost and the storage cleared all the same.
    if (seen !== null) localStorage.setItem(LARGEST_CHECKPOINT, seen)
  }
}
