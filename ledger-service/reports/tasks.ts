import { setImmediate } from 'node:timers/promises'
import { asOfAnswer, ledgerAsOfAnswer } from '@ledger/contracts/audit.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { csvOf, xlsxOf } from '../edit-log/files.ts'
import { pdfOf } from '../edit-log/pdf.ts'
import type { PdfHead } from '../edit-log/pdf-pages.ts'
import { type EditLogFilter, editLogRows, type Stretch } from '../edit-log/read.ts'
import { asOf, type Moment } from '../proof/as-of.ts'
import { exportLines } from '../proof/export.ts'
import { type LedgerAsked, ledgerAsOf } from '../proof/ledger-as-of.ts'
import { verifyLedger } from '../proof/verify.ts'

/**
 * The context of a task in its process: connections of the process's own, and functions to report progress and to send
 * bytes.
 */
export interface TaskContext {
  db: Kysely<Database>
  companyId: string
  progress(done: object): void
  /** Resolves when the reader is ready for more. */
  write(bytes: Uint8Array): Promise<void>
}

/**
 * The tasks that take longer than a few milliseconds, by name. Input and result are plain data, because they cross
 * processes. Answers are the text of JSON, written through the contract's schema, so that the API's event loop does not
 * serialise them either.
 */
export const TASKS = {
  verify: ({ db, companyId, progress }: TaskContext, { publicKey }: { publicKey: Uint8Array | undefined }) =>
    verifyLedger({ db, companyId, publicKey: publicKey && Buffer.from(publicKey), onProgress: progress }),

  asOf: async ({ db, companyId, progress }: TaskContext, moment: Moment) =>
    JSON.stringify(asOfAnswer.parse(await asOf(db, companyId, moment, { onProgress: progress }))),

  /** Undefined for an id that did not exist yet. */
  ledgerAsOf: async ({ db, companyId, progress }: TaskContext, asked: LedgerAsked) => {
    const ledger = await ledgerAsOf(db, companyId, asked, progress)
    return ledger && JSON.stringify(ledgerAsOfAnswer.parse(ledger))
  },

  exportLog: async ({ db, companyId, write, progress }: TaskContext, _: null) => {
    for await (const lines of exportLines(db, companyId, progress)) await write(Buffer.from(lines))
  },

  editLogFile: async ({ db, companyId, write, progress }: TaskContext, asked: EditLogFile) => {
    const { format, language, origin, stretch, filter, count, head } = asked
    const rows = counted(editLogRows(db, companyId, stretch, filter), count, progress)
    const make = {
      csv: () => csvOf(rows, { language, origin }),
      xlsx: () => xlsxOf(rows, { language, origin }),
      pdf: () => pdfOf(rows, { language, origin }, head),
    }
    const file = make[format]()
    for await (const bytes of file) await write(Buffer.from(bytes))
  },
} as const

interface EditLogFile {
  format: 'csv' | 'xlsx' | 'pdf'
  language: Language
  /** The origin of the links to bills, such as `https://books.example`. */
  origin: string
  stretch: Stretch
  filter: EditLogFilter
  /** The number of those rows. */
  count: number
  /** The texts on every page of a pdf. */
  head: PdfHead
}

/** The number of rows between two progress messages. */
const ROWS_AT_ONCE = 200

/** Yields the same rows in parts, and reports how many of them were passed on. */
async function* counted<Row>(
  pages: AsyncIterable<readonly Row[]>,
  of: number,
  progress: TaskContext['progress'],
): AsyncGenerator<readonly Row[]> {
  let events = 0
  for await (const page of pages)
    for (let at = 0; at < page.length; at += ROWS_AT_ONCE) {
      const rows = page.slice(at, at + ROWS_AT_ONCE)
      progress({ events, of })
      yield rows
      // The bytes of these rows are sent before more are made.
      await setImmediate()
      events += rows.length
    }
}

type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type InputOf<Name extends TaskName> = Parameters<Tasks[Name]>[1]
export type ResultOf<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>
