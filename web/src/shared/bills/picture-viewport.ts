/** The position of a picture in its box. `x` and `y` are px from the middle of the box to the middle of the picture. */
export interface PictureViewport {
  /** Quarter turns clockwise, 0 to 3. */
  readonly turn: number
  /** 1 is as large as the box allows. */
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface BoxSize {
  readonly width: number
  readonly height: number
}

export const INITIAL_VIEWPORT: PictureViewport = { turn: 0, scale: 1, x: 0, y: 0 }
const MAX_SCALE = 8

/** Returns the picture's own size when it just fits into the box, turned or not. */
export function fitIntoBox(box: BoxSize, { width, height }: BoxSize, turn: number): BoxSize {
  const [across, down] = turn % 2 === 0 ? [width, height] : [height, width]
  const scale = Math.min(box.width / across, box.height / down)
  return { width: width * scale, height: height * scale }
}

/** Returns the scale at which the picture fills the box in both directions. */
export function fillingScale(box: BoxSize, picture: BoxSize, turn: number): number {
  const { width, height } = fitIntoBox(box, picture, turn)
  const [across, down] = turn % 2 === 0 ? [width, height] : [height, width]
  return Math.max(box.width / across, box.height / down)
}

/** Returns the largest scale. A long bill begins as a narrow strip, so it is enlarged further. */
export function maxScaleOf({ width, height }: BoxSize): number {
  return Math.max(MAX_SCALE, (Math.max(width, height) / Math.min(width, height)) * (MAX_SCALE / 2))
}

/**
 * Zooms by a factor, so that the pixel at a point stays there.
 * @param maxScale see maxScaleOf
 * @param at px from the middle of the box
 */
export function zoomViewport(
  view: PictureViewport,
  factor: number,
  maxScale: number,
  at: { x: number; y: number } = { x: 0, y: 0 },
): PictureViewport {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return { ...view, scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

export function turnViewport(view: PictureViewport): PictureViewport {
  return { ...INITIAL_VIEWPORT, turn: (view.turn + 1) % 4 }
}

export function moveViewport(view: PictureViewport, x: number, y: number): PictureViewport {
  return { ...view, x: view.x + x, y: view.y + y }
}

/**
 * Limits the position so that the picture's edges stay at those of the box. A picture that fits stays in the middle.
 */
export function keepInsideBox(view: PictureViewport, box: BoxSize, picture: BoxSize): PictureViewport {
  const { width, height } = fitIntoBox(box, picture, view.turn)
  const [across, down] = view.turn % 2 === 0 ? [width, height] : [height, width]
  const inside = (at: number, size: number, room: number) => {
    const most = Math.max(0, (size * view.scale - room) / 2)
    return Math.min(most, Math.max(-most, at))
  }
  return { ...view, x: inside(view.x, across, box.width), y: inside(view.y, down, box.height) }
}
