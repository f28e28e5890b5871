import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'

/**
 * A backup split into parts, so that a test can write files that no backup produces: each part is text, and a row may
 * hold several lines.
 */
export interface BackupFileParts {
  header: string
  sections: BackupFileSection[]
  end: string | undefined
}

export interface BackupFileSection {
  /** The JSON line. */
  line: string
  name: string
  rows: string[]
}

export async function readBackupParts(file: string, passphrase: string): Promise<BackupFileParts> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const [header = '', ...lines] = gunzipSync(await decrypter.decrypt(readFileSync(file)))
    .toString()
    .trimEnd()
    .split('\n')
  const end = lines.pop()
  const sections: BackupFileSection[] = []
  let open: BackupFileSection | undefined
  for (const line of lines) {
    if (line === '\\.') open = undefined
    else if (open) open.rows.push(line)
    else {
      const { table, file: path }: { table?: string; file?: string } = JSON.parse(line)
      open = { line, name: table ?? path ?? '', rows: [] }
      sections.push(open)
    }
  }
  return { header, sections, end }
}

export function copyBackupParts({ header, sections, end }: BackupFileParts): BackupFileParts {
  return { header, sections: sections.map((section) => ({ ...section, rows: [...section.rows] })), end }
}

/** Corrects the counts in the end line, as a forger would. */
export function withCorrectEndLine(parts: BackupFileParts): BackupFileParts {
  const counts: Record<string, number> = {}
  for (const { name, rows } of parts.sections)
    counts[name] = (counts[name] ?? 0) + rows.reduce((sum, row) => sum + row.split('\n').length, 0)
  return { ...parts, end: JSON.stringify({ end: counts }) }
}

export function backupText({ header, sections, end }: BackupFileParts): string {
  const lines = sections.flatMap(({ line, rows }) => [line, ...rows, '\\.'])
  return [header, ...lines, ...(end === undefined ? [] : [end]), ''].join('\n')
}

/** Writes a file as Site Ledger would, except that the passphrase is stretched less, because a run writes thousands. */
export async function writeBackupFile(file: string, text: string, passphrase: string): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(1)
  writeFileSync(file, await encrypter.encrypt(gzipSync(text, { level: 1 })))
  return file
}
