import { fitted } from '@ledger/web/src/shared/bills/picture.ts'
import { AT_REST, fittedInto, moved, turned, within, zoomed } from '@ledger/web/src/shared/bills/view.ts'
import { describe, expect, it } from 'vitest'

const BOX = { width: 400, height: 800 }
const LYING = { width: 2000, height: 1000 }

describe('how a bill lies in its box', () => {
  it('is as large as the box holds, turned or not', () => {
    expect(fittedInto(BOX, LYING, 0)).toEqual({ width: 400, height: 200 })
    // Its own sides, before it is turned: it stands 400 wide and 800 high.
    expect(fittedInto(BOX, LYING, 1)).toEqual({ width: 800, height: 400 })
    expect(fittedInto(BOX, LYING, 2)).toEqual(fittedInto(BOX, LYING, 0))
  })

  it('turns by quarters, and lies as at first after four', () => {
    const away = moved(zoomed(AT_REST, 2), 10, 10)
    expect(turned(away)).toEqual({ ...AT_REST, turn: 1 })
    expect(turned(turned(turned(turned(away))))).toEqual(AT_REST)
  })

  it('keeps under the finger what is there, never smaller than the box and at most 8 times as large', () => {
    const at = { x: 100, y: -50 }
    const near = zoomed({ ...AT_REST, x: 20, y: 10 }, 2, at)
    expect([near.x, near.y]).toEqual([-60, 70])
    expect(zoomed(near, 100).scale).toBe(8)
    expect(zoomed(near, 0.001).scale).toBe(1)
  })

  it('goes no further than its edges; what fits stays in the middle', () => {
    expect(within(moved(AT_REST, 50, 50), BOX, LYING)).toMatchObject({ x: 0, y: 0 })
    // 800 wide in a box of 400: 200 to either side; 400 high in a box of 800: none.
    expect(within(moved(zoomed(AT_REST, 2), 500, 500), BOX, LYING)).toMatchObject({ x: 200, y: 0 })
    expect(within(moved(zoomed(AT_REST, 2), -500, 0), BOX, LYING)).toMatchObject({ x: -200 })
  })
})

it('a photo is made no larger, and keeps its form', () => {
  expect(fitted({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 })
  expect(fitted({ width: 640, height: 480 }, 2000)).toEqual({ width: 640, height: 480 })
  expect(fitted({ width: 10, height: 9000 }, 2000)).toEqual({ width: 2, height: 2000 })
})
