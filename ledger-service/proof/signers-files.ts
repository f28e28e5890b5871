import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesIn, originOf } from './checkpoint.ts'

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

/** The whole notes of a company in these files, as they stand there. */
export function notesOf(companyId: string, { file, before }: SignersFiles): string[] {
  const own = `${originOf(companyId)}\n`
  return [...before, file].flatMap((each) => notesIn(textOf(each)).filter((note) => note.startsWith(own)))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
