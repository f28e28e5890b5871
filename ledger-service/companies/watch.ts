import type { Pool } from 'pg'
import type { Directory } from './directory.ts'
import { readDirectory } from './read.ts'

/** How long it takes at most until a new company, a new host and a company that was disabled are noticed. */
const LOOK_MS = 2000

/** The companies of a database, as they were at the last look. */
export interface Watched {
  /** The same one for as long as nothing in it changes. */
  now(): Directory
  /** Looks at once. */
  look(): Promise<void>
  close(): void
}

/** Looks by itself from now on; while the database is away, what it said last stands. @param onChange is called after each change */
export async function watchDirectory(
  pool: Pick<Pool, 'query'>,
  onError: (error: Error) => void,
  onChange: (directory: Directory) => void,
): Promise<Watched> {
  let directory = await readDirectory(pool)
  let looking: Promise<void> | undefined
  /** Said once: a look comes every other second. */
  let isAway = false

  function look(): Promise<void> {
    looking ??= read().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function read(): Promise<void> {
    try {
      const found = await readDirectory(pool)
      isAway = false
      if (JSON.stringify(found.companies) === JSON.stringify(directory.companies)) return
      directory = found
      onChange(directory)
    } catch (error) {
      if (!isAway) onError(error instanceof Error ? error : new Error(String(error)))
      isAway = true
    }
  }

  const looks = setInterval(() => void look(), LOOK_MS).unref()
  return { now: () => directory, look, close: () => clearInterval(looks) }
}
