import { z } from 'zod'

/**
 * The lines of a backup, inside gzip, inside age (docs/backup.md): a header, sections, and an end that counts them. A section
 * is a line of JSON, the lines of what it holds, and the line that ends it.
 */
export const BACKUP_FORMAT = 'site-ledger/backup/v1'

/** Rows are in the text form of PostgreSQL's COPY, in which no row is this (and it is COPY's own end). */
export const END_OF_SECTION = '\\.'

/** What a backup is called that is no backup, not whole, or not what was written; and what it cannot be restored into. */
export class CannotRestore extends Error {}

export const headerLine = z.object({
  format: z.literal(BACKUP_FORMAT),
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The last step of the schema (migrations/migrate.ts) that the rows are of. */
  schema: z.string(),
  heads: z.array(z.object({ companyId: z.uuid(), position: z.int(), hash: z.string() })),
})
export type Header = z.infer<typeof headerLine>

export const sectionLine = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()).min(1) }),
  /** A path inside DATA_DIR. */
  z.object({ file: z.string().regex(/^[a-z-]+\/[a-z.-]+$/) }),
])
export type Section = z.infer<typeof sectionLine>

/** How many lines each section held, by the name of its table or file. */
export const endLine = z.object({ end: z.record(z.string(), z.int()) })

export const nameOf = (section: Section) => ('table' in section ? section.table : section.file)

/** The keys of DATA_DIR (access/secrets.ts, proof/main.ts), and the settings that may be given in their place. */
export const KEYS = {
  'session-secret': 'SESSION_SECRET',
  'password-pepper': 'PASSWORD_PEPPER',
  'password-reveal-key': 'PASSWORD_REVEAL_KEY',
  'checkpoint-key': 'CHECKPOINT_KEY',
} as const

export const KEY_NAMES = Object.keys(KEYS) as (keyof typeof KEYS)[]
export const keyFile = (name: string) => `keys/${name}`
