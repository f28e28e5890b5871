import sharp from 'sharp'

interface ButtonBoxes {
  readonly box: { readonly top: number; readonly bottom: number }
  readonly letter: { readonly left: number; readonly width: number }
}

/** The edge of a button, which is no text, in pixels. */
const INSET_PX = 4
/** The least difference of brightness between text and button, of 255. */
const MIN_CONTRAST = 100

/** Runs in a page: scrolls to a button and returns where it and the first letter of its text are, in whole pixels. */
export function boxesOfButton(xpath: string): ButtonBoxes {
  const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  if (!(found instanceof HTMLElement)) throw new Error(`No such thing: ${xpath}`)
  found.scrollIntoView({ block: 'center' })
  const text = document.createTreeWalker(found, NodeFilter.SHOW_TEXT).nextNode()
  if (text === null) throw new Error(`No text in ${xpath}`)
  const range = document.createRange()
  range.setStart(text, 0)
  range.setEnd(text, 1)
  const [box, letter] = [found.getBoundingClientRect(), range.getBoundingClientRect()]
  return {
    box: { top: Math.round(box.top), bottom: Math.round(box.bottom) },
    letter: { left: Math.round(letter.left), width: Math.round(letter.width) },
  }
}

/**
 * Returns the distance from the middle of a button down to the middle of its first letter, a capital, in pixels.
 * @param screenshot of the page as `boxesOfButton` left it, with one pixel for each of CSS
 */
export async function pixelsBelowCentre(screenshot: Buffer, { box, letter }: ButtonBoxes): Promise<number> {
  const { data, info } = await sharp(screenshot)
    .extract({ ...letter, top: box.top + INSET_PX, height: box.bottom - box.top - 2 * INSET_PX })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const background = data[0] ?? 0
  const inked = Array.from({ length: info.height }, (_, y) => y).filter((y) =>
    data.subarray(y * info.width, (y + 1) * info.width).some((value) => Math.abs(value - background) > MIN_CONTRAST),
  )
  const [first, last] = [inked[0], inked.at(-1)]
  if (first === undefined || last === undefined) throw new Error('The letter is not in the picture')
  return (first + last + 1) / 2 - info.height / 2
}
