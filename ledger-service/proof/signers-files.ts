import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { notesIn, originOf, unreadLineIn } from './checkpoint.ts'

/** Where the signer remembers what it signed of a company, outside the database. */
export interface SignersFiles {
  /** To which checkpoints are added. */
  file: string
  /** Where earlier ones of it may stand, among those of other companies. */
  before: readonly string[]
}

/** The file of an installation that has, or had, one company. */
export const SIGNERS_FILE = 'checkpoints/checkpoints.txt'

/** The file of one of several companies, or of one that came from elsewhere. */
export const ownFile = (companyId: string) => `checkpoints/${companyId}.txt`

/** The only company goes on in the file that was there before there could be several; each of several has one of its own. */
export function signersFiles(dataDirectory: string, companyId: string, isOnly: boolean): SignersFiles {
  const shared = join(dataDirectory, SIGNERS_FILE)
  const own = join(dataDirectory, ownFile(companyId))
  return isOnly && !existsSync(own) ? { file: shared, before: [] } : { file: own, before: [shared] }
}

/**
 * The whole notes of a company in these files, as they stand there.
 * @throws Error where a file holds what is neither a note nor what a crash left of one: what was signed would be forgotten
 */
export function notesOf(companyId: string, { file, before }: SignersFiles): string[] {
  const origin = originOf(companyId)
  return [...before.filter((each) => originsIn(each).has(origin)), file].flatMap((each) =>
    notesIn(textOf(each)).filter((note) => originIn(note) === origin),
  )
}

const originIn = (note: string) => note.slice(0, note.indexOf('\n'))

/** Of the file that was looked at last, as it was then. */
let looked = { file: '', size: 0, mtimeMs: 0, origins: new Set<string>() }

/** Whose notes are in the file of before: years of one company's, which a thousand others are not to read through each. */
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
