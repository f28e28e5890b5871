import type PDFDocument from 'pdfkit'
import { openFace, type Weight } from './faces.ts'
import { clustersOf, isPlain, PLAIN_CHARACTERS, type Run, readable, runsOf, setable } from './runs.ts'
import { shapeWith } from './shape.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export interface Style {
  readonly weight: Weight
  /** In points, like all lengths here. */
  readonly size: number
}

/** One line, measured before it is drawn. */
export interface Line {
  readonly height: number
  /** @param top of the line, from the top of the page */
  draw(left: number, top: number): void
}

/**
 * From one line to the next, and from a line's top to its baseline, in multiples of the size: space for the marks of
 * every script.
 */
const LEADING = 1.5
const BASELINE = 1.08

/**
 * Breaks a text into lines no wider than `width`, each script in its own face, in reading order.
 * @param parts texts that follow one another; a part that runs from right to left does not change the direction of the
 * others
 */
export function linesOf(pdf: Pdf, parts: readonly string[], width: number, style: Style): Line[] {
  return broken(pdf, setable(parts), width, style).map((line) => lineOf(pdf, line, style))
}

function lineOf(pdf: Pdf, line: string, style: Style): Line {
  // Shaping reorders signs and joins letters; a copy or a search of the line uses the text as it was typed.
  const isShaped = !isPlain(line)
  // A line may be drawn more than once, such as a repeated cell of a table.
  let runs: { run: Run; width: number }[] | undefined
  return {
    height: style.size * LEADING,
    draw(left, top) {
      runs ??= runsOf(line).map((run) => ({ run, width: widthOfRun(pdf, run, style) }))
      let x = left
      if (isShaped) pdf.markContent('Span', { actual: readable(line) })
      for (const { run, width } of runs) {
        select(pdf, run.face, style).text(run.text, x, top + style.size * BASELINE, AT_BASELINE)
        x += width
      }
      if (isShaped) pdf.endMarkedContent()
    },
  }
}

const AT_BASELINE = { lineBreak: false, baseline: 'alphabetic' } as const

function select(pdf: Pdf, face: Run['face'], { weight, size }: Style): Pdf {
  const opened = openFace(face, weight)
  pdf.registerFont(opened.name, opened.file).font(opened.name).fontSize(size)
  shapeWith(pdf, opened, face === 'latin' ? PLAIN_CHARACTERS : '')
  return pdf
}

const widthOfRun = (pdf: Pdf, { face, text }: Run, style: Style) => select(pdf, face, style).widthOfString(text)

const widthOf = (pdf: Pdf, text: string, style: Style) =>
  runsOf(text).reduce((sum, run) => sum + widthOfRun(pdf, run, style), 0)

/** Puts as many words on a line as it holds; a word that is longer than a line is broken between two letters. */
function broken(pdf: Pdf, text: string, width: number, style: Style): string[] {
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
    const length = widthOf(pdf, word.trimEnd(), style)
    if (length <= width) put(word, length + widthOf(pdf, word.slice(word.trimEnd().length), style))
    else for (const cluster of clustersOf(word)) put(cluster, widthOf(pdf, cluster, style))
  }
  return [...lines, line.trimEnd()]
}
