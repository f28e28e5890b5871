import { fontRunsOf, toDrawableText } from '@ledger/ledger-service/exports/pdf/font-runs.ts'
import { type FontWeight, loadFont } from '@ledger/ledger-service/exports/pdf/fonts.ts'
import { shapeText } from '@ledger/ledger-service/exports/pdf/text-shaping.ts'

/** A text as its outlines, for image makers without fonts. */
export interface TextAsSvgPaths {
  /** SVG elements. The text's baseline begins at 0, 0, and its size is in the picture's unit. */
  readonly svg: string
  readonly width: number
}

export function textToSvgPaths(text: string, size: number, weight: FontWeight = 500): TextAsSvgPaths {
  const drawn: string[] = []
  let x = 0
  for (const run of fontRunsOf(toDrawableText([text]))) {
    const face = loadFont(run.face, weight)
    const { glyphs, positions } = shapeText(run.text, face)
    const scale = size / face.unitsPerEm
    for (const [index, { id }] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const path = face.font.glyphToPath(id)
      const [left, up] = [x + (xOffset * size) / 1000, (yOffset * size) / 1000]
      // The y axis of fonts points upwards.
      const place = `translate(${left.toFixed(1)} ${(-up).toFixed(1)}) scale(${scale} ${-scale})`
      if (path !== '') drawn.push(`<path transform="${place}" d="${path}"/>`)
      x += (xAdvance * size) / 1000
    }
  }
  return { svg: drawn.join(''), width: x }
}
