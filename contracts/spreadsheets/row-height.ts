/** The height of a line of 11 points, and the greatest height of a row, in points. */
const LINE_HEIGHT = 15
const MAX_LINES = 27
/** A cell whose text is broken into lines: the text, and the width of its column in characters. */
export type WrappedCell = readonly [text: string, width: number]

/**
 * Returns the height of a spreadsheet's row in points, with space for all lines of its texts; undefined where each is
 * one line. A file states it, because not every program measures the rows of a file that it opens, and one that does
 * not prints the second line of a text over the next row.
 */
export function spreadsheetRowHeight(cells: readonly WrappedCell[]): number | undefined {
  let lines = 1
  for (const [text, width] of cells) lines = Math.max(lines, countLines(text, width))
  return lines === 1 ? undefined : Math.min(lines, MAX_LINES) * LINE_HEIGHT
}

function countLines(text: string, width: number): number {
  // Most texts are short.
  if (text.length <= width && !text.includes('\n')) return 1
  return text.split('\n').reduce((lines, paragraph) => lines + countParagraphLines(paragraph, width), 0)
}

/** Puts as many words on a line as it holds. A longer word is broken anywhere. */
function countParagraphLines(paragraph: string, width: number): number {
  let [lines, room] = [1, width]
  for (const word of paragraph.split(' ')) {
    const length = widthOf(word)
    if (length > room && room < width) {
      lines++
      room = width
    }
    lines += Math.max(0, Math.ceil(length / width) - 1)
    room -= (length > width ? length % width : length) + 1
  }
  return lines
}

/** Marks stand above and below other letters. */
const widthOf = (word: string) => word.replaceAll(/\p{M}/gu, '').length
