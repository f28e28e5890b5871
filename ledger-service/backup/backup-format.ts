import { companyNameSchema } from '@ledger/contracts/text/text-schemas.ts'
import { z } from 'zod'
import { normalizeHostName } from '../companies/host-name.ts'
import { SHARED_CHECKPOINT_FILE } from '../proof/checkpoints/checkpoint-file.ts'
import { isImportedSeedFile } from '../proof/signer/company-signing-key.ts'
import { BACKED_UP_TABLES, COMPANY_TABLES } from './backup-policy-of-tables.ts'

/**
 * The lines of a backup, inside gzip, inside age (docs/backup.md): a header, sections, and an end that counts them. A
 * section is a line of JSON, the lines of its content, and the line that ends it.
 */
export const BACKUP_FORMAT = 'site-ledger/backup/v1'
/** The backup of one company, with its own keys and none of the installation's. */
export const COMPANY_FORMAT = 'site-ledger/company/v1'

/** Rows are in the text form of PostgreSQL's COPY, in which no row equals this line (it is also COPY's own end). */
export const SECTION_END_LINE = '\\.'

/**
 * Thrown for a file that is no backup, is incomplete or was changed, and for a place that it cannot be restored into.
 */
export class CannotRestore extends Error {}
/** Thrown with the reason, as one sentence, where no backup was written. */
export class CannotBackUp extends Error {}

// Lower case, as PostgreSQL writes it: the id is part of file names, and another spelling would be another file.
const companyId = z.uuid().refine((id) => id === id.toLowerCase())
const logHeadSchema = z.object({ companyId, position: z.int().nonnegative(), hash: z.string().regex(/^[\da-f]{64}$/) })
const commonHeaderFields = {
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The last migration of the schema that the rows have (migrations/migrate.ts). */
  schema: z.string(),
}
const companyHeaderSchema = z.object({
  format: z.literal(COMPANY_FORMAT),
  ...commonHeaderFields,
  heads: z.tuple([logHeadSchema]),
  // Another installation wrote the header: a host that no request can name or a name that no screen can show is
  // refused.
  company: z.object({
    name: companyNameSchema,
    hosts: z.array(z.string().refine((host) => normalizeHostName(host) === host)),
  }),
})
export const backupHeaderLine = z.discriminatedUnion('format', [
  z.object({ format: z.literal(BACKUP_FORMAT), ...commonHeaderFields, heads: z.array(logHeadSchema) }),
  companyHeaderSchema,
])
export type BackupHeader = z.infer<typeof backupHeaderLine>
export type CompanyBackupHeader = z.infer<typeof companyHeaderSchema>

export const sectionLine = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()).min(1) }),
  /** A path inside DATA_DIR; in the backup of a company a name that describes the content. */
  z.object({ file: z.string() }),
])
export type BackupSection = z.infer<typeof sectionLine>

/** The number of lines of each section, by the name of its table or file. */
export const endLine = z.object({ end: z.record(z.string(), z.int()) })

export const sectionName = (section: BackupSection) => ('table' in section ? section.table : section.file)

/** The keys of DATA_DIR (access/installation-secrets.ts, proof/main.ts), and the settings that may be given instead. */
export const KEY_SETTINGS = {
  'session-secret': 'SESSION_SECRET',
  'password-pepper': 'PASSWORD_PEPPER',
  'password-reveal-key': 'PASSWORD_REVEAL_KEY',
  'checkpoint-key': 'CHECKPOINT_KEY',
} as const

export const KEY_NAMES = Object.keys(KEY_SETTINGS) as (keyof typeof KEY_SETTINGS)[]
export const keyFilePath = (name: string) => `keys/${name}`

/** The keys that a company's backup contains beside its rows, each by the name of its section. */
export const COMPANY_KEY_FILES = {
  pepper: 'keys/password-pepper',
  /** The key of this file alone, which encrypts the visible passwords in it. */
  revealKey: 'keys/password-reveal-key',
  /** The 32 bytes of its checkpoints' key, in base64url. */
  seed: 'keys/checkpoint-seed',
  openidClientSecret: 'keys/openid-client-secret',
} as const

const COMPANY_SECTIONS = new Set<string>([
  ...COMPANY_TABLES,
  ...Object.values(COMPANY_KEY_FILES),
  SHARED_CHECKPOINT_FILE,
])
const SECTIONS = new Set<string>([...BACKED_UP_TABLES, ...KEY_NAMES.map(keyFilePath), SHARED_CHECKPOINT_FILE])

/**
 * Returns whether a backup may have a section of this name. The list is fixed by this program, because a section names
 * a table or a file to write.
 */
export function isSectionOf({ format }: BackupHeader, name: string): boolean {
  return format === COMPANY_FORMAT ? COMPANY_SECTIONS.has(name) : SECTIONS.has(name) || isImportedSeedFile(name)
}
