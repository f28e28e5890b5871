import type { AccountLedger, BeneficiaryReport } from '@ledger/contracts/reports.ts'
import { dateText, rupees } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import type { Sheet } from './spreadsheet.ts'

/**
 * §3, Spreadsheet export, and the running balance. The files are in English whatever the screen speaks: the specification
 * names their columns.
 */
export function ledgerSheet({ rows, received, spent, openingBalance, closingBalance }: AccountLedger): Sheet {
  const deficit = closingBalance.startsWith('-')
  return {
    name: 'Transaction Report',
    columns: [
      { header: 'Date', width: 12 },
      { header: 'Credit Amount', width: 15 },
      { header: 'Debit Amount', width: 15 },
      { header: 'Recipient/Beneficiary', width: 20 },
      { header: 'Purpose', width: 25 },
      { header: 'Payment Mode', width: 15 },
      { header: 'Narration', width: 30 },
      { header: 'Transaction Type', width: 18 },
      { header: 'Balance', width: 15 },
    ],
    rows: [
      ...rows.map((row) => [
        dateText(row.date, 'en'),
        row.type === 'credit' ? rupees(row.amount) : '',
        row.type === 'debit' ? rupees(row.amount) : '',
        row.recipient,
        row.purpose,
        paymentModeWords.en[row.paymentMode],
        row.narration,
        row.type === 'credit' ? 'Money Received' : 'Expense Made',
        rupees(row.balance),
      ]),
      [],
      ['SUMMARY'],
      ['Opening Balance', rupees(openingBalance)],
      ['Total Money Received', rupees(received)],
      ['Total Expenses Made', rupees(spent)],
      [`Current Balance (${deficit ? 'Deficit' : 'Surplus'})`, rupees(closingBalance)],
    ],
  }
}

export function beneficiarySheet(reports: readonly BeneficiaryReport[]): Sheet {
  return {
    name: 'Beneficiary Report',
    columns: [
      { header: 'Beneficiary', width: 30 },
      { header: 'Total Paid', width: 18 },
      { header: 'Payments', width: 12 },
      { header: 'Last Paid On', width: 15 },
    ],
    rows: reports.map(({ name, totalPaid, payments, lastPaidOn }) => [
      name,
      rupees(totalPaid),
      String(payments),
      lastPaidOn === null ? '' : dateText(lastPaidOn, 'en'),
    ]),
  }
}
