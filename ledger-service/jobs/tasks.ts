import { setImmediate } from 'node:timers/promises'
import { balancesAsOfAnswer, ledgerAsOfAnswer } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import type { SealedBalanceAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import {
  type CashBookFileInput,
  makeCashBookFile,
  makeStatementFile,
  makeTaxListFile,
  makeTrialBalanceFile,
  type StatementFileInput,
  type TaxListFileInput,
  type TrialBalanceFileInput,
} from '../exports/books/make-book-file.ts'
import { editLogCsv, editLogXlsx } from '../exports/edit-log/csv-and-xlsx.ts'
import { type EditLogFilter, type EditLogRange, editLogRows } from '../exports/edit-log/edit-log-query.ts'
import { editLogPdf } from '../exports/edit-log/pdf.ts'
import type { PdfPageHead } from '../exports/edit-log/pdf-page-frame.ts'
import {
  measureTallyFile,
  summarizeTally,
  type TallyFileInput,
  tallyFileBytes,
} from '../exports/tally/make-tally-file.ts'
import { exportLogLines } from '../proof/import-export/export-log.ts'
import { type AccountLedgerAsOfQuery, readAccountLedgerAsOf } from '../proof/point-in-time/account-ledger-as-of.ts'
import { type LogMoment, readBalancesAsOf } from '../proof/point-in-time/balances-as-of.ts'
import type { SealInput } from '../proof/seals/closings-of-log.ts'
import { withSealedEntries } from '../proof/seals/prove-sealed-balance.ts'
import { findStoredLeaf } from '../proof/seals/read-sealed-balances.ts'
import { sealClosing, sealedEntries } from '../proof/seals/seal-closing.ts'
import { findStatementSeal, readBookState } from '../proof/seals/statement-seal.ts'
import { verifyLedger } from '../proof/verification/verify-ledger.ts'

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

  asOf: async ({ db, companyId, progress }: TaskContext, moment: LogMoment) =>
    JSON.stringify(balancesAsOfAnswer.parse(await readBalancesAsOf(db, companyId, moment, { onProgress: progress }))),

  /** Undefined for an id that did not exist yet. */
  ledgerAsOf: async ({ db, companyId, progress }: TaskContext, asked: AccountLedgerAsOfQuery) => {
    const ledger = await readAccountLedgerAsOf(db, companyId, asked, progress)
    return ledger && JSON.stringify(ledgerAsOfAnswer.parse(ledger))
  },

  sealBooks: ({ db, companyId, progress }: TaskContext, closing: SealInput) =>
    sealClosing(db, companyId, closing, progress),

  sealedLeaf: ({ db, companyId }: TaskContext, asked: { closing: number; account: string }) =>
    findStoredLeaf(db, companyId, asked),

  sealedEntries: ({ db, companyId, progress }: TaskContext, asked: SealInput & { account: string }) =>
    sealedEntries(db, companyId, asked, progress),

  exportLog: async ({ db, companyId, write, progress }: TaskContext, _: null) => {
    for await (const lines of exportLogLines(db, companyId, progress)) await write(Buffer.from(lines))
  },

  editLogFile: async ({ db, companyId, write, progress }: TaskContext, asked: EditLogFileInput) => {
    const { format, language, origin, range, filter, count, head } = asked
    const rows = withRowProgress(editLogRows(db, companyId, range, filter), count, progress)
    const make = {
      csv: () => editLogCsv(rows, { language, origin }),
      xlsx: () => editLogXlsx(rows, { language, origin }, head),
      pdf: () => editLogPdf(rows, { language, origin }, head),
    }
    const file = make[format]()
    for await (const bytes of file) await write(Buffer.from(bytes))
  },

  statementFile: async (
    { db, companyId, write, progress }: TaskContext,
    asked: StatementFileInput & { proof: SealedBalanceAnswer | undefined },
  ) => {
    const file = await makeStatementFile(db, companyId, asked, {
      withProgress: (rows, count) => withRowProgress(rows, count, progress),
      async sealOf(statement) {
        const seal = await findStatementSeal(db, companyId, statement.subject, statement)
        if (seal.state !== 'sealed' || !asked.proof) return { seal }
        if (asked.format !== 'json') return { seal, proof: asked.proof }
        const ofAccount = { ...seal.closing, account: seal.account }
        const entries = await sealedEntries(db, companyId, ofAccount, () => undefined)
        return { seal, proof: withSealedEntries(asked.proof, entries) }
      },
    })
    for await (const bytes of file) await write(Buffer.from(bytes))
  },

  cashBookFile: async ({ db, companyId, write }: TaskContext, asked: CashBookFileInput) => {
    const seal = await readBookState(db, companyId, asked.of.to)
    for await (const bytes of makeCashBookFile(asked, seal)) await write(Buffer.from(bytes))
  },

  taxListFile: async ({ write }: TaskContext, asked: TaxListFileInput) => {
    for await (const bytes of makeTaxListFile(asked)) await write(Buffer.from(bytes))
  },

  trialBalanceFile: async (
    { db, companyId, write, progress }: TaskContext,
    asked: TrialBalanceFileInput & { moment: LogMoment | undefined },
  ) => {
    const { moment } = asked
    const recorded = moment && (await readBalancesAsOf(db, companyId, moment, { onProgress: progress }))
    const seal = await readBookState(db, companyId, asked.dated)
    for await (const bytes of await makeTrialBalanceFile(db, companyId, asked, recorded, seal))
      await write(Buffer.from(bytes))
  },

  tallySummary: ({ db, companyId, progress }: TaskContext, asked: TallyFileInput) =>
    summarizeTally(db, companyId, asked, progress),

  measureTallyFile: ({ db, companyId, progress }: TaskContext, asked: TallyFileInput) =>
    measureTallyFile(db, companyId, asked, progress),

  tallyFile: async ({ db, companyId, write, progress }: TaskContext, asked: TallyFileInput) => {
    for await (const bytes of tallyFileBytes(db, companyId, asked, progress)) await write(bytes)
  },
} as const

interface EditLogFileInput {
  format: 'csv' | 'xlsx' | 'pdf'
  language: Language
  /** The origin of the links to bills, such as `https://books.example`. */
  origin: string
  range: EditLogRange
  filter: EditLogFilter
  /** The number of those rows. */
  count: number
  /** The texts on every printed page. */
  head: PdfPageHead
}

/** The number of rows between two progress messages. */
const ROWS_PER_PROGRESS_REPORT = 200

/** Yields the same rows in parts, and reports how many of them were passed on. */
async function* withRowProgress<Row>(
  pages: AsyncIterable<readonly Row[]>,
  of: number,
  progress: TaskContext['progress'],
): AsyncGenerator<readonly Row[]> {
  let events = 0
  for await (const page of pages)
    for (let at = 0; at < page.length; at += ROWS_PER_PROGRESS_REPORT) {
      const rows = page.slice(at, at + ROWS_PER_PROGRESS_REPORT)
      progress({ events, of })
      yield rows
      // The bytes of these rows are sent before more are made.
      await setImmediate()
      events += rows.length
    }
}

type TaskTable = typeof TASKS
export type TaskName = keyof TaskTable
export type TaskInput<Name extends TaskName> = Parameters<TaskTable[Name]>[1]
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<TaskTable[Name]>>
