import type { SummaryTable } from '@ledger/contracts/http/report-schemas.ts'
import { type PaymentMode, paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { monthText } from '../../../shared/charts/axis-labels.ts'
import type { Language } from '../../../shared/language/language-setting.ts'

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

/** Returns the days of a row's entries that are in the period: those of the month, where a row is a month. */
export function periodOfSummaryRow(
  by: SummarySubject,
  key: string,
  { from = '', to = '' }: { from?: string | undefined; to?: string | undefined },
): { from: string; to: string } {
  if (by !== 'month') return { from, to }
  const first = `${key}-01`
  const last = new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return { from: first > from ? first : from, to: to !== '' && to < last ? to : last }
}
