import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { REQUEST_PARTS } from './request-parts.ts'

/**
 * security.md, Input: the cost of a text grows with its length at most. Normalising a row of combining marks costs the
 * square of its length, where they come in falling order of their class; so no field of any route normalises a long
 * row, nor a text that is too long anyway.
 */

const MARKS = ['\u0345', '\u0300', '\u0316', '\u0321']
/** As large as the body limit allows: 16 kB in UTF-8. */
const HOSTILE = `a${MARKS.map((mark) => mark.repeat(2000)).join('')}`
/** Short enough for a field, and still one row. */
const SHORT = `a@b.c ${MARKS.map((mark) => mark.repeat(20)).join('')}`

const normalize = vi.spyOn(String.prototype, 'normalize')
afterAll(() => normalize.mockRestore())

/**
 * Returns the length of the longest text normalised by `parse`, and the longest row of marks in one, in UTF-16 code
 * units.
 */
function workOf(parse: () => unknown): { longest: number; row: number } {
  normalize.mockClear()
  parse()
  const texts = normalize.mock.contexts.map(String)
  const rows = texts.flatMap((text) => [...text.matchAll(/\p{M}+/gu)].map(([row]) => row.length))
  return { longest: Math.max(0, ...texts.map(({ length }) => length)), row: Math.max(0, ...rows) }
}

it('knows the fields of the routes', () => {
  const named = new Set(REQUEST_PARTS.flatMap(({ fields }) => fields))
  for (const field of ['narration', 'recipient', 'purpose', 'name', 'email', 'message', 'siteName', 'q', 'actor', 'id'])
    expect(named, field).toContain(field)
  expect(REQUEST_PARTS.length).toBeGreaterThan(40)
})

it('normalises no long row of marks, whichever field has it', () => {
  for (const { title, schema, fields } of REQUEST_PARTS)
    for (const field of fields)
      for (const text of [HOSTILE, SHORT]) {
        const given = field === 'lastName' ? { firstName: 'Asha', lastName: text } : { [field]: text }
        expect(workOf(() => schema.safeParse(given)).row, `${field} in the ${title}`).toBeLessThanOrEqual(30)
      }
})

it('looks at the length first', () => {
  for (const { title, schema, fields } of REQUEST_PARTS)
    for (const field of fields) {
      const { longest } = workOf(() => schema.safeParse({ [field]: 'é'.repeat(16_000) }))
      // Four times the longest field, a message of 2000: a decomposed text may have this many code units.
      expect(longest, `${field} in the ${title}`).toBeLessThanOrEqual(8000)
    }
})

it('makes one of two spellings of no text that is longer than a name', () => {
  expect(workOf(() => normalizeName(HOSTILE)).longest).toBe(0)
  expect(workOf(() => normalizeName('é'.repeat(400))).longest).toBe(400)
})
