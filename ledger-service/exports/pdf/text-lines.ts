import { LRUCache } from 'lru-cache'
import { drawEncodedText, type EncodedText, encodeText } from './draw-glyphs.ts'
import {
  ASCII_CHARACTERS,
  type FontRun,
  fontRunsOf,
  graphemesOf,
  isPlainAscii,
  toDrawableText,
  withoutIsolates,
} from './font-runs.ts'
import { type FontWeight, loadFont } from './fonts.ts'
import type { PdfDocument } from './pdfkit-internals.ts'
import { patchFontWithHarfBuzz } from './text-shaping.ts'

export interface TextStyle {
  readonly weight: FontWeight
  /** In points, like all lengths here. */
  readonly size: number
}

/** One line, measured before it is drawn. */
export interface TextLine {
  readonly height: number
  width(): number
  /** @param top of the line, from the top of the page */
  draw(left: number, top: number): void
}

/**
 * From one line to the next, and from a line's top to its baseline, in multiples of the size: space for the marks of
 * every script.
 */
const LEADING = 1.5

export const TEXT_BASELINE = 1.08

/**
 * Breaks a text into lines no wider than `width`, each script in its own face, in reading order.
 * @param parts texts that follow one another; a part that runs from right to left does not change the direction of the
 * others
 */
export function breakIntoLines(
  pdf: PdfDocument,
  parts: readonly string[],
  width: number,
  style: TextStyle,
): TextLine[] {
  return breakAtWords(pdf, toDrawableText(parts), width, style).map((line) => toTextLine(pdf, line, style))
}

function toTextLine(pdf: PdfDocument, line: string, style: TextStyle): TextLine {
  // Shaping reorders signs and joins letters; a copy or a search of the line uses the text as it was typed.
  const isShaped = !isPlainAscii(line)
  // A line may be drawn more than once, such as a repeated cell of a table.
  let known: { text: EncodedText; width: number }[] | undefined
  const runs = () => {
    known ??= fontRunsOf(line).map((run) => ({
      width: fontRunWidth(pdf, run, style),
      text: encodeText(pdf, run.text, style.size),
    }))
    return known
  }
  return {
    height: style.size * LEADING,
    width: () => runs().reduce((sum, { width }) => sum + width, 0),
    draw(left, top) {
      let x = left
      if (isShaped) pdf.markContent('Span', { actual: withoutIsolates(line) })
      for (const { text, width } of runs()) {
        drawEncodedText(pdf, text, x, top + style.size * TEXT_BASELINE)
        x += width
      }
      if (isShaped) pdf.endMarkedContent()
    },
  }
}

/** Makes a face the font of the texts that are drawn next. */
export function selectFont(pdf: PdfDocument, face: FontRun['face'], { weight, size }: TextStyle): PdfDocument {
  const opened = loadFont(face, weight)
  pdf.registerFont(opened.name, opened.file).font(opened.name).fontSize(size)
  patchFontWithHarfBuzz(pdf, opened, face === 'latin' ? ASCII_CHARACTERS : '')
  return pdf
}

const fontRunWidth = (pdf: PdfDocument, { face, text }: FontRun, style: TextStyle) =>
  selectFont(pdf, face, style).widthOfString(text)

/** Returns the width of a text that `toDrawableText` returned. */
export const textWidth = (pdf: PdfDocument, text: string, style: TextStyle) =>
  fontRunsOf(text).reduce((sum, run) => sum + fontRunWidth(pdf, run, style), 0)

/** The limit of remembered widths of words: most words of a long file repeat. */
const MAX_KNOWN_WIDTHS = 10_000
/** In multiples of the size, by weight and word: the same in every file. */
const knownWidths = new LRUCache<string, number>({ max: MAX_KNOWN_WIDTHS })

function wordWidth(pdf: PdfDocument, word: string, style: TextStyle): number {
  const key = `${style.weight} ${word}`
  const known = knownWidths.get(key)
  if (known !== undefined) return known * style.size
  const width = textWidth(pdf, word, style)
  knownWidths.set(key, width / style.size)
  return width
}

/** Puts as many words on a line as it holds; a word that is longer than a line is broken between two letters. */
function breakAtWords(pdf: PdfDocument, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  let [line, room] = ['', width]
  const put = (part: string, partWidth: number) => {
    if (partWidth > room && line !== '') {
      lines.push(line.trimEnd())
      ;[line, room] = ['', width]
    }
    line += part
    room -= partWidth
  }
  for (const word of text.split(/(?<= )(?! )/)) {
    const bare = word.trimEnd()
    const length = wordWidth(pdf, bare, style)
    if (length <= width) put(word, length + wordWidth(pdf, word.slice(bare.length), style))
    else for (const cluster of graphemesOf(word)) put(cluster, textWidth(pdf, cluster, style))
  }
  return [...lines, line.trimEnd()]
}
