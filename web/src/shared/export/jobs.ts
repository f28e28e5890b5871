import type { ExportedReport } from '@ledger/contracts/audit.ts'
import type { Format } from './sheet.ts'

/** What the page asks of the worker. Addresses are those of a list's first page; the worker follows its `Link` headers. */
export type ExportJob =
  | {
      readonly kind: 'transactions'
      readonly address: string
      /** Only the rows with somebody: a name as the list shows it, null for head office; undefined for all rows. */
      readonly recipient: string | null | undefined
      /** Before the period, a decimal; undefined where the summary has no such line. */
      readonly openingBalance: string | undefined
    }
  /** The rows of an account, and where its opening and closing balance stand, from which follows the balance after each. */
  | {
      readonly kind: 'ledger'
      readonly report: Extract<ExportedReport, 'site-ledger' | 'supervisor-ledger'>
      readonly address: string
      readonly balances: string
      /** The days of the period; "" is an open end. */
      readonly from: string
      readonly to: string
    }
  /** A list as a filter leaves it: one account's own, or head office's of all accounts, which says whose each row is. */
  | { readonly kind: 'filtered'; readonly address: string }
  | { readonly kind: 'company'; readonly report: 'transactions'; readonly address: string }
  | { readonly kind: 'statement'; readonly report: 'beneficiary-statement'; readonly address: string }
  | { readonly kind: 'people'; readonly report: 'sites' | 'supervisors'; readonly address: string }
  | { readonly kind: 'beneficiaries'; readonly report: 'beneficiaries'; readonly address: string }

/** A file whose rows only another wing can put into words: it brings its own worker, which is `serve`d (serve.ts). */
export interface OwnJob {
  readonly kind: 'own'
  readonly report: ExportedReport
  readonly format: Format
  readonly open: () => Worker
  /** What that worker is told; plain data. */
  readonly told: object
}

/** What a worker is told: a worker sees no page, where the company's name stands (design/company-name.ts). */
export type Told<Job> = Job & { readonly company: string | undefined }

/** What the worker says: how many rows it has read, and at last how it ended. */
export type ExportNews =
  | { readonly kind: 'read'; readonly rows: number }
  | { readonly kind: 'made'; readonly file: Blob }
  | { readonly kind: 'empty' }
  /** As an ApiError carries it; -1 where the server has nothing to do with it. */
  | { readonly kind: 'failed'; readonly status: number; readonly code: string; readonly message: string }
