import { ApiError } from '../../shared/api/api-error.ts'

/** The number of times that pages are read while entries are being booked. */
const MAX_READS = 3

/**
 * Reads pages with balances, and reads all of them again from the first where the ledger has changed in between: no
 * balance then follows from another.
 * @throws ApiError as the server answered
 */
export async function readUnchangedPages<Result>(readPages: () => Promise<Result>): Promise<Result> {
  for (let reads = 1; ; reads += 1) {
    try {
      return await readPages()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'ledger_changed') || reads === MAX_READS) throw error
    }
  }
}
