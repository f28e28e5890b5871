import type { Random } from '@ledger/launch/demo/seeded-random.ts'
import { eventHash } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import {
  type BackupFileParts,
  type BackupFileSection,
  copyBackupParts,
  withCorrectEndLine,
} from './backup-file-parts.ts'

/** The ids that a hostile author knows: an existing company, and the company of the file. */
export interface BackupAttackTarget {
  own: string
  other: string
  otherHost: string
}

/** Ways in which COPY ends a row, or all rows, that a count of line feeds does not see. */
export const COPY_ROW_ENDS = {
  CR: (row, foreign) => [`${row}\r${foreign}\r\\.\r`],
  CRLF: (row, foreign) => [`${row}\r`, `${foreign}\r`],
  'a backslash before the line feed': (row, foreign) => [`${row}\\`, foreign],
  'an end of data': (row, foreign) => [`${row}\\.`, foreign],
} satisfies Record<string, (row: string, foreign: string) => string[]>

/** Returns a section whose first row hides a row of the other company behind one of these ends. */
export function withForeignRow(
  genuine: BackupFileParts,
  table: string,
  end: keyof typeof COPY_ROW_ENDS,
  { own, other }: BackupAttackTarget,
): BackupFileParts {
  const parts = copyBackupParts(genuine)
  const section = parts.sections.find(({ name }) => name === table)
  const [first = own, ...rest] = section?.rows ?? []
  if (section) section.rows = [...COPY_ROW_ENDS[end](first, first.replace(own, other)), ...rest]
  return withCorrectEndLine(parts)
}

type BackupChange = (parts: BackupFileParts, random: Random, target: BackupAttackTarget) => void

const HOSTILE_COLUMN_VALUES = [
  ...['\\N', '', '0', '-1', '2', 'NaN', 'infinity', '-infinity', '99999999999999999999', '9007199254740993', 't', 'x'],
  ...[
    '\\\\x',
    '\\\\xzz',
    '\\\\x00',
    '\\000',
    '{}',
    '[]',
    'null',
    '{"postings":[]}',
    '"\\\\u0000"',
    'epoch',
    '294276-12-31',
  ],
  ...[
    '../../../etc/passwd',
    `../${'0'.repeat(64)}`,
    'f'.repeat(64),
    '<script>',
    "'; DROP TABLE events; --",
    '\u202eabc',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    's3',
    'postgres',
    'own',
    'installation',
  ],
  ...[
    'http://127.0.0.1:1/',
    'https://provider.example',
    '$argon2id$v=19$m=4194304,t=999,p=1$AAAA$AAAA',
    'x'.repeat(70_000),
  ],
  ...['\\t', 'a\tb', '\\r', '\\b\\f\\v', '\\x41', '\\101', '\udc80', 'admin', 'active', 'text/html'],
]

const SECTION_NAMES = [
  ...[
    '{"table":"company_hosts","columns":["host","company_id"]}',
    '{"table":"companies","columns":["company_id","name"]}',
  ],
  ...[
    '{"table":"company_secrets","columns":["company_id","name","sealed"]}',
    '{"table":"sessions","columns":["company_id"]}',
  ],
  ...[
    '{"table":"pg_authid","columns":["company_id"]}',
    '{"table":"tries","columns":["key"]}',
    '{"table":"__proto__","columns":["x"]}',
  ],
  ...[
    '{"table":"read.balances","columns":["company_id"]}',
    '{"file":"keys/checkpoint-key"}',
    '{"file":"keys/session-secret"}',
  ],
  ...[
    '{"file":"../x"}',
    '{"file":"keys/../../x"}',
    '{"file":"/etc/x"}',
    '{"file":"postgres/postgresql.auto.conf"}',
    '{}',
    '[]',
    'x',
  ],
]

const someSection = ({ sections }: BackupFileParts, random: Random) => random.pick(sections)
const someTable = ({ sections }: BackupFileParts, random: Random) =>
  random.pick(sections.filter(({ line, rows }) => line.includes('"table"') && rows.length > 0))

function changeRow(section: BackupFileSection, random: Random, change: (row: string) => string[]): void {
  const at = random.whole(0, section.rows.length - 1)
  section.rows.splice(at, 1, ...change(section.rows[at] ?? ''))
}

function changeLine(section: BackupFileSection, change: (columns: string[]) => string[]): void {
  const { table, columns }: { table?: string; columns?: string[] } = JSON.parse(section.line)
  if (columns) section.line = JSON.stringify({ table, columns: change(columns) })
}

function changeHeader(parts: BackupFileParts, change: (header: Record<string, unknown>) => object): void {
  parts.header = JSON.stringify(change(JSON.parse(parts.header)))
}

/** Returns the heads that a header names: none where an earlier change has removed them. */
const headsOf = ({ heads }: Record<string, unknown>) => (heads ?? []) as { companyId: string; position: number }[]

/** Kinds of hostile changes. Counts at the end are corrected afterwards, unless they are the change. */
const BACKUP_CHANGES: Record<string, BackupChange> = {
  'a row end that COPY knows': (parts, random, { own, other }) => {
    const end = random.pick(Object.values(COPY_ROW_ENDS))
    changeRow(someTable(parts, random), random, (row) => end(row, row.replaceAll(own, other)))
  },
  'the id of another company': (parts, random, { own, other }) =>
    changeRow(someTable(parts, random), random, (row) => [
      row.replace(own, random.pick([other, other.toUpperCase(), '\\N', ''])),
    ]),
  'another value': (parts, random) =>
    changeRow(someTable(parts, random), random, (row) => {
      const fields = row.split('\t')
      fields[random.whole(0, fields.length - 1)] = random.pick(HOSTILE_COLUMN_VALUES)
      return [fields.join('\t')]
    }),
  'a value of another row': (parts, random) => {
    const section = someTable(parts, random)
    const [from, at] = [random.pick(section.rows).split('\t'), random.whole(0, 8)]
    changeRow(section, random, (row) => {
      const fields = row.split('\t')
      if (at < fields.length) fields[at] = from[at] ?? ''
      return [fields.join('\t')]
    })
  },
  'a byte of a row': (parts, random) =>
    changeRow(someTable(parts, random), random, (row) => {
      const at = random.whole(0, row.length)
      return [row.slice(0, at) + String.fromCharCode(random.whole(0, 255)) + row.slice(at + random.whole(0, 1))]
    }),
  'a row less': (parts, random) => changeRow(someTable(parts, random), random, () => []),
  'a row twice': (parts, random) => changeRow(someTable(parts, random), random, (row) => [row, row]),
  'a row cut': (parts, random) =>
    changeRow(someTable(parts, random), random, (row) => [row.slice(0, random.whole(0, row.length))]),
  'a section less': (parts, random) => {
    parts.sections.splice(random.whole(0, parts.sections.length - 1), 1)
  },
  'a section twice': (parts, random) => {
    parts.sections.splice(random.whole(0, parts.sections.length), 0, someSection(parts, random))
  },
  'a section elsewhere': (parts, random) => {
    const [moved] = parts.sections.splice(random.whole(0, parts.sections.length - 1), 1)
    if (moved) parts.sections.splice(random.whole(0, parts.sections.length), 0, moved)
  },
  'a section of something else': (parts, random, { own, otherHost }) => {
    const rows = random.pick([[], [own], [`${otherHost}\t${own}`], [`evil.localhost\t${own}`], [`${own}\tx\tx`]])
    parts.sections.push({ line: random.pick(SECTION_NAMES), name: 'x', rows })
  },
  'other columns': (parts, random) =>
    changeLine(someTable(parts, random), (columns) => {
      const at = random.whole(0, columns.length - 1)
      const name = random.pick(['x', 'company_id', 'company_id") FROM STDIN; --', columns[0] ?? '', 'xmin', 'tableoid'])
      return random.pick([
        columns.toSpliced(at, 1),
        columns.toSpliced(at, 1, name),
        [...columns, name],
        columns.toReversed(),
        [],
      ])
    }),
  'another header': (parts, random, { own, other, otherHost }) =>
    changeHeader(parts, (header) => {
      const [head] = headsOf(header)
      const company = header.company as { name: string; hosts: string[] }
      return random.pick([
        { ...header, heads: [{ ...head, companyId: other }] },
        { ...header, heads: [{ ...head, companyId: own.toUpperCase() }] },
        { ...header, heads: [{ ...head, position: (head?.position ?? 0) + random.pick([1, -1, 2 ** 53, 1e300]) }] },
        { ...header, heads: [{ ...head, hash: 'f'.repeat(64) }] },
        { ...header, heads: [head, { ...head, companyId: other }] },
        { ...header, schema: random.pick(['0001-log', '9999-x', '', '../x']) },
        { ...header, company: { ...company, name: random.pick(['\u202e', 'x'.repeat(300_000), '']) } },
        { ...header, company: { ...company, hosts: [otherHost, 'evil.localhost'] } },
        { ...header, format: 'site-ledger/backup/v1' },
        {},
      ])
    }),
  'other keys': (parts, random) => {
    const keys = parts.sections.filter(({ name }) => name.startsWith('keys/'))
    const rows = random.pick([[], [''], ['x'], ['a', 'b'], ['x'.repeat(100_000)], [`${'A'.repeat(43)}`], ['\r']])
    random.pick(keys).rows = rows
  },
  'another log, chained well': (parts, random, { own }) => rechainEvents(parts, random, own),
}

/** Adds an event that no ledger has written, and recomputes every hash after it, as an author of the file can. */
function rechainEvents(parts: BackupFileParts, random: Random, own: string): void {
  const [events, heads] = ['events', 'log_heads'].map((table) => parts.sections.find(({ name }) => name === table))
  if (!events || !heads) return
  const { columns }: { columns: string[] } = JSON.parse(events.line)
  const at = (name: string) => columns.indexOf(name)
  const changed = random.whole(0, events.rows.length - 1)
  let prevHash: Buffer = Buffer.alloc(32)
  events.rows = events.rows.map((row, index) => {
    const fields = row.split('\t')
    const field = (name: string) => unescaped(fields[at(name)] ?? '')
    const put = (name: string, value: string) => {
      fields[at(name)] = escaped(value)
    }
    if (index === changed) {
      const [name, value] = random.pick([
        ['type', 'SomethingElse'],
        ['type', 'AccountClosed'],
        ['data', '{}'],
        ['data', 'null'],
        ['data', field('data').replace(/"paise":(\d+)/, '"paise":-1')],
        ['data', field('data').replace(/"paise":(\d+)/, '"paise":9007199254740993')],
        ['data', field('data').replaceAll(/"id":"[^"]*"/g, '"id":"../../x"')],
        ['data', `${'['.repeat(3000)}${']'.repeat(3000)}`],
        ['actor', '{}'],
        ['schema_version', '99'],
      ])
      put(name ?? '', value ?? '')
    }
    const hash = eventHash({
      companyId: own,
      position: Number(field('position')),
      eventId: field('event_id'),
      type: field('type') as Parameters<typeof eventHash>[0]['type'],
      schemaVersion: Number(field('schema_version')),
      recordedAt: isoOf(field('recorded_at')),
      date: isoOf(field('date')),
      actor: field('actor'),
      data: field('data'),
      meta: field('meta'),
      prevHash,
    })
    fields[at('prev_hash')] = `\\\\x${prevHash.toString('hex')}`
    fields[at('hash')] = `\\\\x${hash.toString('hex')}`
    prevHash = hash
    return fields.join('\t')
  })
  const { columns: headColumns }: { columns: string[] } = JSON.parse(heads.line)
  const headFields = (heads.rows[0] ?? '').split('\t')
  headFields[headColumns.indexOf('hash')] = `\\\\x${prevHash.toString('hex')}`
  heads.rows = [headFields.join('\t')]
  changeHeader(parts, (header) => {
    const [head] = headsOf(header)
    return { ...header, heads: [{ ...head, hash: prevHash.toString('hex') }] }
  })
}

const unescaped = (field: string) => field.replaceAll('\\\\', '\\')
const escaped = (text: string) => text.replaceAll('\\', '\\\\')
const isoOf = (instant: string) => (Number.isNaN(Date.parse(instant)) ? instant : new Date(instant).toISOString())

/** Returns a file with hostile changes, and a description of them. */
export function hostileBackupFile(
  genuine: BackupFileParts,
  random: Random,
  target: BackupAttackTarget,
): { parts: BackupFileParts; about: string } {
  const kinds = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(Object.keys(BACKUP_CHANGES)))
  const parts = copyBackupParts(genuine)
  for (const kind of kinds) if (parts.sections.length > 0) BACKUP_CHANGES[kind]?.(parts, random, target)
  const honest = withCorrectEndLine(parts)
  if (random.chance(0.95)) return { parts: honest, about: kinds.join(' and ') }
  const end = random.pick(['', '{"end":{}}', parts.end ?? '', `${honest.end}\n${honest.end}`])
  return { parts: { ...honest, end: end === '' ? undefined : end }, about: `${kinds.join(' and ')}, and another end` }
}
