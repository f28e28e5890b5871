import { shareWhileRunning } from '@ledger/database/concurrency/share-while-running.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import type { CompanyDirectory } from './company-directory.ts'
import { readCompanyDirectory } from './read-company-directory.ts'

/** The longest time until a new company, a new host and a disabled company are noticed. */
const DIRECTORY_POLL_MS = 2000

/** The companies of a database at the last poll. */
export interface DirectoryPoller {
  /** Returns the same object as long as nothing in it changes. */
  current(): CompanyDirectory
  /** Polls at once. */
  pollNow(): Promise<void>
  close(): void
}

/**
 * Polls the companies from now on; while the database is unavailable, the last result stays.
 * @param onChange called after each change
 */
export async function startDirectoryPoller(
  pool: Queryable,
  onError: (error: Error) => void,
  onChange: (directory: CompanyDirectory) => void,
): Promise<DirectoryPoller> {
  let directory = await readCompanyDirectory(pool)
  /** The error is reported once, because a poll comes every other second. */
  let isAway = false

  const pollNow = shareWhileRunning<void, void>(async () => {
    try {
      const found = await readCompanyDirectory(pool)
      isAway = false
      if (JSON.stringify(found.companies) === JSON.stringify(directory.companies)) return
      directory = found
      onChange(directory)
    } catch (error) {
      if (!isAway) onError(toError(error))
      isAway = true
    }
  })

  const looks = setInterval(() => void pollNow(), DIRECTORY_POLL_MS).unref()
  return { current: () => directory, pollNow, close: () => clearInterval(looks) }
}
