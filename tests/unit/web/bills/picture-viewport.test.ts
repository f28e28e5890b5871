import {
  fillingScale,
  fitIntoBox,
  INITIAL_VIEWPORT,
  keepInsideBox,
  maxScaleOf,
  moveViewport,
  turnViewport,
  zoomViewport,
} from '@ledger/web/src/shared/bills/picture-viewport.ts'
import { fittedSize } from '@ledger/web/src/shared/bills/shrink-picture.ts'
import { describe, expect, it } from 'vitest'

const BOX = { width: 400, height: 800 }
const LYING = { width: 2000, height: 1000 }

describe('how a bill lies in its box', () => {
  it('is as large as the box holds, turned or not', () => {
    expect(fitIntoBox(BOX, LYING, 0)).toEqual({ width: 400, height: 200 })
    // Its own sides, before it is turned: it is shown 400 wide and 800 high.
    expect(fitIntoBox(BOX, LYING, 1)).toEqual({ width: 800, height: 400 })
    expect(fitIntoBox(BOX, LYING, 2)).toEqual(fitIntoBox(BOX, LYING, 0))
  })

  it('turns by quarters, and lies as at first after four', () => {
    const away = moveViewport(zoomViewport(INITIAL_VIEWPORT, 2, 8), 10, 10)
    expect(turnViewport(away)).toEqual({ ...INITIAL_VIEWPORT, turn: 1 })
    expect(turnViewport(turnViewport(turnViewport(turnViewport(away))))).toEqual(INITIAL_VIEWPORT)
  })

  it('keeps under the finger what is there, never smaller than the box and at most 8 times as large', () => {
    const at = { x: 100, y: -50 }
    const near = zoomViewport({ ...INITIAL_VIEWPORT, x: 20, y: 10 }, 2, maxScaleOf(LYING), at)
    expect([near.x, near.y]).toEqual([-60, 70])
    expect(zoomViewport(near, 100, maxScaleOf(LYING)).scale).toBe(8)
    expect(zoomViewport(near, 0.001, maxScaleOf(LYING)).scale).toBe(1)
  })

  it('goes no further than its edges; what fits stays in the middle', () => {
    expect(keepInsideBox(moveViewport(INITIAL_VIEWPORT, 50, 50), BOX, LYING)).toMatchObject({ x: 0, y: 0 })
    // 800 wide in a box of 400: 200 to either side; 400 high in a box of 800: none.
    expect(keepInsideBox(moveViewport(zoomViewport(INITIAL_VIEWPORT, 2, 8), 500, 500), BOX, LYING)).toMatchObject({
      x: 200,
      y: 0,
    })
    expect(keepInsideBox(moveViewport(zoomViewport(INITIAL_VIEWPORT, 2, 8), -500, 0), BOX, LYING)).toMatchObject({
      x: -200,
    })
  })
})

it('a long bill is enlarged until its lines are wider than the box', () => {
  const strip = { width: 700, height: 14_000 }
  const whole = fitIntoBox(BOX, strip, 0)
  expect(whole.width).toBe(40)
  expect(fillingScale(BOX, strip, 0)).toBe(10)
  expect(fillingScale(BOX, LYING, 1)).toBe(1)
  expect(whole.width * maxScaleOf(strip)).toBeGreaterThan(BOX.width * 4)
  expect(maxScaleOf({ width: 14_000, height: 700 })).toBe(maxScaleOf(strip))
})

it('a photo is made no larger, and keeps its form', () => {
  expect(fittedSize({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 })
  expect(fittedSize({ width: 640, height: 480 }, 2000)).toEqual({ width: 640, height: 480 })
  expect(fittedSize({ width: 10, height: 9000 }, 2000)).toEqual({ width: 2, height: 2000 })
})
