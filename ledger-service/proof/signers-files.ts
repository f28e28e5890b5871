import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { notesIn, originOf, unreadLineIn } from './checkpoint.ts'

/** The files with the signer's checkpoints of a company, outside the database. */
export interface SignersFiles {
  /** The file that checkpoints are appended to. */
  file: string
  /** Files that may contain its earlier checkpoints, among those of other companies. */
  before: readonly string[]
}

/** The file of an installation that has, or had, one company. */
export const SIGNERS_FILE = 'checkpoints/checkpoints.txt'

/** Returns the file of one of several companies, or of one that was restored from elsewhere. */
export const ownFile = (companyId: string) => `checkpoints/${companyId}.txt`

/**
 * Returns the files of a company. The only company uses the file from before there could be several; each of several
 * has its own.
 */
export function signersFiles(dataDirectory: string, companyId: string, isOnly: boolean): SignersFiles {
  const shared = join(dataDirectory, SIGNERS_FILE)
  const own = join(dataDirectory, ownFile(companyId))
  return isOnly && !existsSync(own) ? { file: shared, before: [] } : { file: own, before: [shared] }
}

/**
 * Returns the complete notes of a company in these files, unchanged.
 * @throws Error where a file contains a text that is neither a note nor the remains of one after a crash: a signed note
 * would be lost
 */
export function notesOf(companyId: string, { file, before }: SignersFiles): string[] {
  const origin = originOf(companyId)
  return [...before.filter((each) => originsIn(each).has(origin)), file].flatMap((each) =>
    notesIn(textOf(each)).filter((note) => originIn(note) === origin),
  )
}

const originIn = (note: string) => note.slice(0, note.indexOf('\n'))

/** The state of the file that was read last. */
let looked = { file: '', size: 0, mtimeMs: 0, origins: new Set<string>() }

/**
 * Returns the companies with notes in the earlier file, so that a thousand other companies need not each read one
 * company's notes of years.
 */
function originsIn(file: string): ReadonlySet<string> {
  const { size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (looked.file !== file || looked.size !== size || looked.mtimeMs !== mtimeMs)
    looked = { file, size, mtimeMs, origins: new Set(notesIn(textOf(file)).map(originIn)) }
  return looked.origins
}

function textOf(file: string): string {
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
