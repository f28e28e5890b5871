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
const MAX_ZOOM = 8

/** Returns the picture's own size when it just fits into the box, turned or not. */
export function fitIntoBox(box: BoxSize, { width, height }: BoxSize, turn: number): BoxSize {
  const [across, down] = turn % 2 === 0 ? [width, height] : [height, width]
  const scale = Math.min(box.width / across, box.height / down)
  return { width: width * scale, height: height * scale }
}

/**
 * Zooms by a factor, so that the pixel at a point stays there.
 * @param at px from the middle of the box
 */
export function zoomViewport(
  view: PictureViewport,
  factor: number,
  at: { x: number; y: number } = { x: 0, y: 0 },
): PictureViewport {
  const scale = Math.min(MAX_ZOOM, Math.max(1, view.scale * factor))
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
