import { setTimeout as sleep } from 'node:timers/promises'
import { exitWithSentence } from '@ledger/database/process/exit-with-sentence.ts'
import type { Pool } from 'pg'
import { requireAppLogin } from './app-login.ts'
import { findFirstCompanyId } from './migrate.ts'
import { CannotMigrate } from './migration-error.ts'

const POLL_MS = 250

/** The log of a process that waits. */
interface SetupLog {
  onError(error: Error): void
  warn(sentence: string): void
}

/**
 * Waits until the schema and a company exist; the first start creates them. Ends the process where its login is refused
 * (see requireAppLogin).
 * @returns false if the process must stop before
 */
export async function waitUntilSetUp(
  pool: Pool,
  isProduction: boolean,
  { onError, warn }: SetupLog,
  isStopping = () => false,
): Promise<boolean> {
  while (!isStopping()) {
    try {
      if ((await findFirstCompanyId(pool)) !== undefined) {
        await requireAppLogin(pool, isProduction, warn)
        return true
      }
    } catch (error) {
      if (error instanceof CannotMigrate) exitWithSentence(error.message)
      onError(error as Error)
    }
    await sleep(POLL_MS)
  }
  return false
}
