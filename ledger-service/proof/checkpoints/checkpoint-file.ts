import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { logOrigin, splitNotes, unreadLineIn } from './checkpoint-note.ts'

/** The files with the signer's checkpoints of a company, outside the database. */
export interface CheckpointFiles {
  /** The file that checkpoints are appended to. */
  file: string
  /** Files that may contain its earlier checkpoints, among those of other companies. */
  sharedFiles: readonly string[]
}

/** The file of an installation that has, or had, one company. */
export const SHARED_CHECKPOINT_FILE = 'checkpoints/checkpoints.txt'

/** Returns the file of one of several companies, or of one that was restored from elsewhere. */
export const companyCheckpointFile = (companyId: string) => `checkpoints/${companyId}.txt`

/**
 * Returns the files of a company. The only company uses the file from before there could be several; each of several
 * has its own.
 */
export function checkpointFilesOf(dataDirectory: string, companyId: string, isOnly: boolean): CheckpointFiles {
  const shared = join(dataDirectory, SHARED_CHECKPOINT_FILE)
  const own = join(dataDirectory, companyCheckpointFile(companyId))
  return isOnly && !existsSync(own) ? { file: shared, sharedFiles: [] } : { file: own, sharedFiles: [shared] }
}

/**
 * Returns the complete notes of a company in these files, unchanged.
 * @throws Error where a file contains a text that is neither a note nor the remains of one after a crash: a signed note
 * would be lost
 */
export function readCheckpointNotes(companyId: string, { file, sharedFiles }: CheckpointFiles): string[] {
  const origin = logOrigin(companyId)
  return [...sharedFiles.filter((each) => readNoteOrigins(each).has(origin)), file].flatMap((each) =>
    splitNotes(readTextIfPresent(each)).filter((note) => noteOrigin(note) === origin),
  )
}

const noteOrigin = (note: string) => note.slice(0, note.indexOf('\n'))

/** The state of the file that was read last. */
let noteOriginsCache = { file: '', size: 0, mtimeMs: 0, origins: new Set<string>() }

/**
 * Returns the companies with notes in the earlier file, so that a thousand other companies need not each read one
 * company's notes of years.
 */
function readNoteOrigins(file: string): ReadonlySet<string> {
  const { size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (noteOriginsCache.file !== file || noteOriginsCache.size !== size || noteOriginsCache.mtimeMs !== mtimeMs)
    noteOriginsCache = { file, size, mtimeMs, origins: new Set(splitNotes(readTextIfPresent(file)).map(noteOrigin)) }
  return noteOriginsCache.origins
}

function readTextIfPresent(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    const line = unreadLineIn(text)
    if (line !== undefined) throw new Error(`${file} is not as the signer wrote it, from line ${line} on`)
    return text
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
