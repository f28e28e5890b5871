import { printableCell } from '../text/escape-unprintable.ts'

/** Excel takes a head of at most 255 characters, and a head has up to four texts. */
const MAX_HEAD_TEXT = 50

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/**
 * Returns a text for the head of printed pages, cut at a letter. An ampersand begins a code there, and a digit right
 * behind a code is a font size, so each text needs a space before it.
 * @param most the greatest length in UTF-16 units
 */
export function escapePageHeader(text: string, most = MAX_HEAD_TEXT): string {
  let cut = ''
  for (const { segment } of graphemes.segment(printableCell(text).replaceAll(/\s+/g, ' '))) {
    const next = cut + segment.replaceAll('&', '&&')
    if (next.length > most) return `${cut}…`
    cut = next
  }
  return cut
}
