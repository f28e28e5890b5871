import { escapePageHeader } from '@ledger/contracts/spreadsheets/escape-page-header.ts'
import type { SheetHeading } from '../file/sheet-model.ts'
import { escapeXml } from './escape-xml.ts'

/**
 * Returns the head of each printed page: the company over the account and the filters on the left, the sheet over the
 * period on the right.
 */
export function printedHeader({ company, about, period }: SheetHeading, sheet: string): string {
  const [left, right] = [linesOf(company, about), linesOf(sheet, period)]
  return `<oddHeader>${escapeXml(`&L ${left}&R ${right}`)}</oddHeader>`
}

/** Returns the foot of each printed page, with its number in the language of the sheet. */
export function printedFooter(sheet: string): string {
  const [page, of] = /\p{Script=Devanagari}/u.test(sheet) ? ['पेज', '/'] : ['Page', 'of']
  return `<oddFooter>${escapeXml(`&R${page} &P ${of} &N`)}</oddFooter>`
}

const linesOf = (...texts: readonly (string | undefined)[]) =>
  texts
    .filter((text) => text !== undefined && text !== '')
    .map((text) => escapePageHeader(text ?? ''))
    .join('\n')
