import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { TimestampColumn } from './column-types.ts'

/** Paper bills: their properties, their bytes, and who uploaded them. */
export interface BillTables {
  bills: BillsTableColumns
  bill_contents: BillContentsTableColumns
  bill_uploads: BillUploadsTableColumns
}

interface BillsTableColumns {
  company_id: string
  /** SHA-256 of the bytes, in lower-case hex. */
  bill_id: string
  type: Bill['type']
  bytes: number
  width: number | null
  height: number | null
  /** A small JPEG; null for a PDF, and for a bill that was erased. */
  thumbnail: Buffer | null
  /** The location of the bytes; null when they are deleted. */
  kept_in: 'postgres' | 's3' | null
  /** The time of the last upload, or of the last check before an entry names the bill. */
  wanted_at: TimestampColumn
  erased_at: TimestampColumn | null
}

interface BillContentsTableColumns {
  company_id: string
  bill_id: string
  content: Buffer
}

interface BillUploadsTableColumns {
  company_id: string
  bill_id: string
  account_id: string
  uploaded_at: TimestampColumn
}
