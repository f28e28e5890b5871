import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { amountInWords } from '../../language/amount-in-words.ts'
import { dayText, rupees } from '../../language/format-money-and-dates.ts'
import type { Language } from '../../language/language-setting.ts'
import { paymentModeLabels } from '../../language/payment-mode-labels.ts'
import { type AccountHolder, holderText } from '../dialog/entry-as-text.ts'
import { words } from './screen-texts.ts'

/**
 * Returns the receipt of a transfer as a few lines in the receiver's language.
 * @param row the giver's row
 * @param giver the account in whose book the row is
 */
export function receiptAsText(row: Transaction, giver: AccountHolder, language: Language): string {
  const t = words[language]
  return [
    t.receipt(rupees(row.amount)),
    amountInWords(row.amount, language) ?? '',
    t.to(row.recipient),
    t.from(holderText(giver)),
    `${dayText(dayOf(row.date), language)} · ${paymentModeLabels[language][row.paymentMode]}`,
    t.reason(row.narration),
    row.reference ? t.reference(row.reference) : '',
    row.voucher ? t.voucher(row.voucher) : '',
    printedCompanyName(),
  ]
    .filter((line) => line !== '')
    .join('\n')
}
