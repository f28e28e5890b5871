import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Amounts are read in sunlight: their colours have a contrast of 7 to 1 on every ground of a list, in both themes. */

const TOKENS = new URL('../../../web/src/shared/design/tokens.css', import.meta.url)
const [light = '', dark = ''] = readFileSync(TOKENS, 'utf8').split(':root {').slice(1)

test.each([
  ['light', light],
  ['dark', dark],
])('amounts in the %s theme', (_theme, tokens) => {
  const colourOf = (name: string) => new RegExp(`--${name}: #([0-9a-f]{6});`).exec(tokens)?.[1] ?? 'none'
  for (const amount of ['credit', 'debit', 'ink'])
    for (const ground of ['sheet', 'ground', 'wash'])
      expect([amount, ground, contrast(colourOf(amount), colourOf(ground)) >= 7]).toEqual([amount, ground, true])
})

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
