import { drawEncodedText, type EncodedText, encodeText } from './draw-glyphs.ts'
import type { PdfDocument } from './pdfkit-internals.ts'
import { selectFont, TEXT_BASELINE, type TextStyle } from './text-lines.ts'

/** A number that ends at the right edge of a column. */
export interface RightAlignedNumber {
  draw(right: number, top: number): void
}

interface Character {
  readonly hex: string
  /** In points. */
  readonly width: number
}

/**
 * Returns a function that prepares the numbers of a style, such as `1,23,456.50`: characters that no face joins or
 * moves, so they are not shaped anew for every amount of a long file.
 */
export function openNumberDrawer(pdf: PdfDocument, style: TextStyle): (text: string) => RightAlignedNumber {
  const known = new Map<string, Character>()
  let font: EncodedText['font'] | undefined

  function characterOf(text: string): Character {
    const found = known.get(text)
    if (found) return found
    selectFont(pdf, 'latin', style)
    const encoded = encodeText(pdf, text, style.size)
    font = encoded.font
    const { advanceWidth } = font.layout(text)
    const [operand = ''] = encoded.pieces.map((piece) => piece.operand)
    const character = { hex: operand.replaceAll(/[<> ]/g, ''), width: (advanceWidth * style.size) / 1000 }
    known.set(text, character)
    return character
  }

  return (text) => {
    const characters = Array.from(text, characterOf)
    const width = characters.reduce((sum, character) => sum + character.width, 0)
    const operand = `<${characters.map(({ hex }) => hex).join('')}>`
    return {
      draw(right, top) {
        if (font === undefined) return
        const encoded = { font, size: style.size, pieces: [{ right: 0, up: 0, operand }] }
        drawEncodedText(pdf, encoded, right - width, top + style.size * TEXT_BASELINE)
      },
    }
  }
}
