import { companyName } from '@ledger/contracts/text.ts'
import { z } from 'zod'
import { hostName } from '../companies/host-name.ts'
import { isSeedFile } from '../proof/company-key.ts'
import { SIGNERS_FILE } from '../proof/signers-files.ts'
import { COMPANY_TABLES, KEPT_TABLES } from './tables.ts'

/**
 * The lines of a backup, inside gzip, inside age (docs/backup.md): a header, sections, and an end that counts them. A
 * section is a line of JSON, the lines of its content, and the line that ends it.
 */
export const BACKUP_FORMAT = 'site-ledger/backup/v1'
/** The backup of one company, with its own keys and none of the installation's. */
export const COMPANY_FORMAT = 'site-ledger/company/v1'

/** Rows are in the text form of PostgreSQL's COPY, in which no row equals this line (it is also COPY's own end). */
export const END_OF_SECTION = '\\.'

/**
 * Thrown for a file that is no backup, is incomplete or was changed, and for a place that it cannot be restored into.
 */
export class CannotRestore extends Error {}
/** Thrown with the reason, as one sentence, where no backup was written. */
export class CannotBackUp extends Error {}

// Lower case, as PostgreSQL writes it: the id is part of file names, and another spelling would be another file.
const companyId = z.uuid().refine((id) => id === id.toLowerCase())
const head = z.object({ companyId, position: z.int().nonnegative(), hash: z.string().regex(/^[\da-f]{64}$/) })
const written = {
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The last migration of the schema that the rows have (migrations/migrate.ts). */
  schema: z.string(),
}
const companyHeader = z.object({
  format: z.literal(COMPANY_FORMAT),
  ...written,
  heads: z.tuple([head]),
  // Another installation wrote the header: a host that no request can name or a name that no screen can show is
  // refused.
  company: z.object({
    name: companyName,
    hosts: z.array(z.string().refine((host) => hostName(host) === host)),
  }),
})
export const headerLine = z.discriminatedUnion('format', [
  z.object({ format: z.literal(BACKUP_FORMAT), ...written, heads: z.array(head) }),
  companyHeader,
])
export type Header = z.infer<typeof headerLine>
export type CompanyHeader = z.infer<typeof companyHeader>

export const sectionLine = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()).min(1) }),
  /** A path inside DATA_DIR; in the backup of a company a name that describes the content. */
  z.object({ file: z.string() }),
])
export type Section = z.infer<typeof sectionLine>

/** The number of lines of each section, by the name of its table or file. */
export const endLine = z.object({ end: z.record(z.string(), z.int()) })

export const nameOf = (section: Section) => ('table' in section ? section.table : section.file)

/** The keys of DATA_DIR (access/secrets.ts, proof/main.ts), and the settings that may be given instead. */
export const KEYS = {
  'session-secret': 'SESSION_SECRET',
  'password-pepper': 'PASSWORD_PEPPER',
  'password-reveal-key': 'PASSWORD_REVEAL_KEY',
  'checkpoint-key': 'CHECKPOINT_KEY',
} as const

export const KEY_NAMES = Object.keys(KEYS) as (keyof typeof KEYS)[]
export const keyFile = (name: string) => `keys/${name}`

/** The keys that a company's backup contains beside its rows, each by the name of its section. */
export const COMPANY_KEYS = {
  pepper: 'keys/password-pepper',
  /** The key of this file alone, which encrypts the visible passwords in it. */
  revealKey: 'keys/password-reveal-key',
  /** The 32 bytes of its checkpoints' key, in base64url. */
  seed: 'keys/checkpoint-seed',
  openidClientSecret: 'keys/openid-client-secret',
} as const

const COMPANY_SECTIONS = new Set<string>([...COMPANY_TABLES, ...Object.values(COMPANY_KEYS), SIGNERS_FILE])
const SECTIONS = new Set<string>([...KEPT_TABLES, ...KEY_NAMES.map(keyFile), SIGNERS_FILE])

/**
 * Returns whether a backup may have a section of this name. The list is fixed by this program, because a section names
 * a table or a file to write.
 */
export function isSectionOf({ format }: Header, name: string): boolean {
  return format === COMPANY_FORMAT ? COMPANY_SECTIONS.has(name) : SECTIONS.has(name) || isSeedFile(name)
}
