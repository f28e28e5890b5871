import { createRequire } from 'node:module'

export type ProfilePdf = PDFKit.PDFDocument

export interface ProfileTextStyle {
  /** In points, as all lengths of the profile. */
  readonly size: number
  readonly weight: 500 | 700
  readonly colour: string
  /** From one baseline to the next. */
  readonly leading: number
}

/** A text broken into lines and measured, before anything is drawn. */
export interface MeasuredParagraph {
  readonly height: number
  draw(x: number, y: number): void
}

type Script = 'latin' | 'devanagari'

interface ScriptRun {
  readonly text: string
  readonly script: Script
}

const require = createRequire(import.meta.url)
const DEVANAGARI_RUN = /([\u0900-\u097f\u200c\u200d]+)/

/**
 * Registers the fonts. The family has a file for each script, and a file lacks the letters of the other, so no text may
 * use one file alone.
 */
export function registerFonts(pdf: ProfilePdf): void {
  for (const script of ['latin', 'devanagari'] as const) {
    for (const weight of [500, 700] as const) {
      const file = `@fontsource/anek-devanagari/files/anek-devanagari-${script}-${weight}-normal.woff`
      pdf.registerFont(`${script}${weight}`, require.resolve(file))
    }
  }
}

/** Breaks a text of both scripts into lines of about the same length, none longer than `width`. */
export function measureParagraph(
  pdf: ProfilePdf,
  text: string,
  width: number,
  style: ProfileTextStyle,
): MeasuredParagraph {
  const lines = balancedLines(pdf, text, width, style)
  return {
    height: lines.length * style.leading,
    draw(x, y) {
      // The family's letters reach 0.64 of the size above the baseline: this centres them in their line.
      const first = y + style.leading / 2 + style.size * 0.32
      for (const [index, line] of lines.entries()) drawLine(pdf, line, x, first + index * style.leading, style)
    },
  }
}

export function profileTextWidth(pdf: ProfilePdf, text: string, style: ProfileTextStyle): number {
  return scriptRunsOf(text).reduce((sum, run) => sum + scriptRunWidth(pdf, run, style), 0)
}

/** Draws one line from its baseline on. */
export function drawLine(pdf: ProfilePdf, text: string, x: number, baseline: number, style: ProfileTextStyle): void {
  let at = x
  for (const run of scriptRunsOf(text)) {
    const width = scriptRunWidth(pdf, run, style)
    pdf.fillColor(style.colour)
    // Shaping reorders vowel signs and joins consonants. The marked text lets a reader copy and search the letters as
    // they were typed.
    if (run.script === 'devanagari') pdf.markContent('Span', { actual: run.text })
    pdf.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
    if (run.script === 'devanagari') pdf.endMarkedContent()
    at += width
  }
}

function scriptRunWidth(pdf: ProfilePdf, { text, script }: ScriptRun, { size, weight }: ProfileTextStyle): number {
  return pdf.font(`${script}${weight}`).fontSize(size).widthOfString(text)
}

/** Spaces, figures and most marks are in the Latin file alone or in both. */
function scriptRunsOf(text: string): ScriptRun[] {
  return text
    .split(DEVANAGARI_RUN)
    .map((part, index): ScriptRun => ({ text: part, script: index % 2 === 1 ? 'devanagari' : 'latin' }))
    .filter((run) => run.text !== '')
}

/**
 * Returns the line breaks with the least sum of squared gaps, so that no line has only one word. A word that is too
 * long overhangs.
 */
function balancedLines(pdf: ProfilePdf, text: string, width: number, style: ProfileTextStyle): string[] {
  const words = wordsKeepingFigures(text)
  const widths = words.map((word) => profileTextWidth(pdf, word, style))
  const space = profileTextWidth(pdf, ' ', style)
  const best = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let [cost, from, length] = [Number.POSITIVE_INFINITY, end - 1, -space]
    for (let start = end - 1; start >= 0; start--) {
      length += space + (widths[start] ?? 0)
      if (length > width && start < end - 1) break
      const gap = Math.max(0, end === words.length ? width * 0.6 - length : width - length)
      const sum = (best[start]?.cost ?? 0) + gap ** 2
      if (sum < cost) [cost, from] = [sum, start]
    }
    best.push({ cost, from })
  }
  const lines: string[] = []
  for (let end = words.length; end > 0; end = best[end]?.from ?? 0) {
    lines.unshift(words.slice(best[end]?.from ?? 0, end).join(' '))
  }
  return lines
}

/** Joins a figure to the word that it counts: 33 kV, 160 acres. */
function wordsKeepingFigures(text: string): string[] {
  return text.replaceAll(/([\d.,+]+) (?=\S)/g, '$1\u00a0').split(' ')
}
