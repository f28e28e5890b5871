import { printableCell } from '@ledger/contracts/text/escape-unprintable.ts'
import type { SheetHeading } from '../file/sheet-model.ts'
import { escapeXml } from './escape-xml.ts'

/**
 * The most characters of one text in the head of a printed page. Excel takes a head of at most 255 characters, with its
 * codes, and calls a file with a longer one damaged.
 */
const MAX_HEAD_TEXT = 50

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
    .map((text) => headText(text ?? ''))
    .join('\n')

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/**
 * Cuts a text at a letter. In the syntax of a head an ampersand begins a code, and a digit right behind a code is a
 * font size, so each text has a space before it.
 */
function headText(text: string): string {
  let cut = ''
  for (const { segment } of graphemes.segment(printableCell(text).replaceAll(/\s+/g, ' '))) {
    const next = cut + segment.replaceAll('&', '&&')
    if (next.length > MAX_HEAD_TEXT) return `${cut}…`
    cut = next
  }
  return cut
}
