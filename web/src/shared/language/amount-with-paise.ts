import { isDecimal } from './format-money-and-dates.ts'

const figures = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns a decimal string as 1,23,456.50, exact at any size: in a column of rupees each amount has its paise. */
export function amountWithPaise(decimal: string): string {
  return figures.format(isDecimal(decimal) ? decimal : 0).replace('-', '−')
}
