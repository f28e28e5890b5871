import { formatAmount } from '@ledger/contracts/money.ts'
import { stringify } from 'csv-stringify/sync'
import { tallyText } from './tally-text.ts'
import type { TallyFileContent } from './tally-xml.ts'

const COLUMNS = ['Date', 'Voucher', 'Ledger', 'Debit', 'Credit', 'Cost Centre', 'Narration']

/**
 * Yields the lines of the vouchers as CSV (RFC 4180, UTF-8 with a byte order mark), two for each voucher, as Zoho Books
 * and others read a journal. Deleted entries are not in it. No cell begins a formula.
 */
export function* journalCsv({ vouchers }: TallyFileContent): Generator<string> {
  yield stringify([COLUMNS], { bom: true })
  for (const { action, voucher } of vouchers) {
    if (action === 'Cancel') continue
    const { day, number, narration, lines } = voucher
    const rows = lines.map(({ side, ledger, paise, costCentre }) => {
      const amount = formatAmount(paise)
      const [debit, credit] = side === 'debit' ? [amount, ''] : ['', amount]
      return [day, number, tallyText(ledger), debit, credit, tallyText(costCentre ?? ''), narration]
    })
    yield stringify(rows, { escape_formulas: true })
  }
}
