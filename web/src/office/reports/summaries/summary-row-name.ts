import type { SummaryTable } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { type PaymentMode, paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import type { Language } from '../../../shared/language/language-setting.ts'
import { monthText } from '../../../shared/language/month-text.ts'

/** Returns the text of a row's first cell: site and person, the payment mode's label, the month in words. */
export function summaryRowName(
  by: SummarySubject,
  { name, site }: Pick<SummaryTable['rows'][number], 'name' | 'site'>,
  { language, modes }: { language: Language; modes: Readonly<Record<PaymentMode, string>> },
): string {
  switch (by) {
    case 'site':
      return site === null ? name : `${site}, ${name}`
    case 'mode':
      return modes[paymentMode.parse(name)]
    case 'month':
      return monthText(name, language)
    default:
      return name
  }
}
