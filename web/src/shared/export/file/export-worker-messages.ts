import type { ExportedReport } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import type { FileFormat, SheetHeading } from './sheet-model.ts'
import type { ShownSite } from './sites-sheet.ts'

/**
 * The page's request to the worker. An address is that of a list's first page. The worker follows its `Link` headers.
 */
export type ExportJob =
  | {
      readonly kind: 'transactions'
      readonly address: string
      /** Only the rows with this name as the list shows it, null for head office; undefined for all rows. */
      readonly recipient: string | null | undefined
      /**
       * The address of the own ledger of the period: its state, and the balance before the period for the summary.
       * Undefined where the file has the rows of one recipient, which no balance follows from.
       */
      readonly balances: string | undefined
      /** Whether the summary has the balance before the period. */
      readonly hasOpening: boolean
    }
  /**
   * The rows of an account, and the address of its state and its opening and closing balance, from which the balance
   * after each row is calculated.
   */
  | {
      readonly kind: 'ledger'
      readonly report: Extract<ExportedReport, 'site-ledger' | 'supervisor-ledger'>
      readonly address: string
      readonly balances: string
      /** The days of the period; "" is an open end. */
      readonly from: string
      readonly to: string
    }
  /** A filtered list: one account's own, or head office's of all accounts, which names the account of each row. */
  | { readonly kind: 'filtered'; readonly address: string }
  | { readonly kind: 'company'; readonly report: 'transactions'; readonly address: string }
  | { readonly kind: 'statement'; readonly report: 'beneficiary-statement'; readonly address: string }
  | { readonly kind: 'summary'; readonly report: 'summary'; readonly by: SummarySubject; readonly address: string }
  | { readonly kind: 'people'; readonly report: 'sites' | 'supervisors'; readonly address: string }
  /** The sites of a page, in its order. */
  | { readonly kind: 'sites'; readonly report: 'sites'; readonly sites: readonly ShownSite[] }
  | { readonly kind: 'beneficiaries'; readonly report: 'beneficiaries'; readonly address: string }

/** A file whose rows need the words of another wing, which starts a worker of its own (serve-export-worker.ts). */
export interface CustomWorkerJob {
  readonly kind: 'own'
  readonly report: ExportedReport
  readonly format: FileFormat
  readonly open: () => Worker
  /** The message to that worker, plain data. */
  readonly told: object
}

/**
 * The message to a worker. It includes the head of each printed page, because a worker cannot read the page, which has
 * the company's name (page/company-name.ts).
 */
export type WithHeading<Job> = Job & { readonly heading: SheetHeading }

/** The messages of the worker: the number of rows read so far, and finally the outcome. */
export type WorkerMessage =
  | { readonly kind: 'read'; readonly rows: number }
  | { readonly kind: 'made'; readonly file: Blob }
  | { readonly kind: 'empty' }
  /** `status` and `code` as in an ApiError; status -1 where the failure is not the server's. */
  | { readonly kind: 'failed'; readonly status: number; readonly code: string; readonly message: string }
