import type {
  ClientEmblemName,
  ProjectCategory,
  ProjectPictureName,
} from '../../src/public/landing/landing-content-types.ts'
import type { ProfilePdf } from './typesetting.ts'

export const INK = '#131a14'
export const YELLOW = '#ffc21f'
export const PANEL = '#173a5e'
export const SKY = '#fbefd0'
export const GROUND = '#c9d6b5'
export const BRICK = '#b5532d'
export const WHITE = '#ffffff'
const HILL = '#dfd9b0'
const FURROW = '#b3c49b'
const STEEL = '#8b958c'

export const CATEGORY_COLOUR: Readonly<Record<ProjectCategory, string>> = {
  solar: PANEL,
  rooftop: BRICK,
  civil: '#4d6338',
}

/** Width by height of every project's picture, before it is scaled. */
const PICTURE_SIZE = { width: 320, height: 180 }

/**
 * Draws a project's picture with its upper left corner at x, y.
 * @returns its height
 */
export function drawPicture(pdf: ProfilePdf, picture: ProjectPictureName, x: number, y: number, width: number): number {
  const scale = width / PICTURE_SIZE.width
  pdf
    .save()
    .roundedRect(x, y, width, PICTURE_SIZE.height * scale, 5)
    .clip()
  pdf.translate(x, y).scale(scale)
  DRAW_PROJECT_PICTURE[picture](pdf)
  pdf.restore()
  return PICTURE_SIZE.height * scale
}

/** Draws the sun over rows of panels, on a field of the given width and height. */
export function drawSolarField(pdf: ProfilePdf, x: number, y: number, width: number, height: number): void {
  pdf.save().rect(x, y, width, height).clip().translate(x, y)
  const horizon = height * 0.46
  pdf.rect(0, 0, width, height).fill(SKY)
  drawSun(pdf, width * 0.72, horizon - height * 0.13, Math.min(width * 0.12, height * 0.19))
  drawHills(pdf, width, horizon, height * 0.13)
  pdf.rect(0, horizon, width, height - horizon).fill(GROUND)
  drawPylon(pdf, width * 0.1, horizon + 3, height * 0.3)
  drawPylon(pdf, width * 0.23, horizon + 2, height * 0.2)
  drawHouse(pdf, width * 0.87, horizon + 4, height * 0.08)
  // Nearer rows are larger and further apart.
  let foot = horizon + height * 0.12
  for (let size = height * 0.075; foot - size < height; size *= 1.42) {
    pdf.rect(0, foot + size * 0.18, width, size * 0.22).fill(FURROW)
    const step = size * 3.3
    const shift = (size * 1.7) % step
    for (let left = shift - step; left < width; left += step) drawPanelTable(pdf, left, foot, size * 2.9, size, 8, 3)
    foot += size * 1.78
  }
  pdf.restore()
}

function drawSun(pdf: ProfilePdf, x: number, y: number, radius: number): void {
  for (const [wider, opacity] of [
    [1.75, 0.16],
    [1.38, 0.3],
  ] as const) {
    pdf
      .circle(x, y, radius * wider)
      .fillOpacity(opacity)
      .fill(YELLOW)
  }
  pdf.fillOpacity(1).circle(x, y, radius).fill(YELLOW)
}

function drawHills(pdf: ProfilePdf, width: number, horizon: number, height: number): void {
  pdf.moveTo(0, horizon).lineTo(0, horizon - height * 0.5)
  pdf.bezierCurveTo(width * 0.16, horizon - height * 1.3, width * 0.3, horizon - height, width * 0.46, horizon)
  pdf.fill(HILL)
  pdf.moveTo(width * 0.3, horizon)
  pdf.bezierCurveTo(width * 0.5, horizon - height * 0.8, width * 0.78, horizon - height * 0.9, width, horizon - height)
  pdf.lineTo(width, horizon).fill(HILL)
}

/** Draws a table of modules that leans back, with its foot at y. */
function drawPanelTable(
  pdf: ProfilePdf,
  x: number,
  y: number,
  width: number,
  height: number,
  columns: number,
  rows: number,
  lean = 0.34,
): void {
  const skew = height * lean
  const line = Math.max(0.35, height * 0.022)
  for (const part of [0.16, 0.84]) {
    const post = x + width * part
    pdf.moveTo(post + skew * 0.4, y - height * 0.3).lineTo(post + skew * 0.4, y + height * 0.24)
  }
  pdf.lineWidth(line * 2.4).stroke(INK)
  pdf.polygon([x, y], [x + width, y], [x + width + skew, y - height], [x + skew, y - height]).fill(PANEL)
  for (let column = 1; column < columns; column++) {
    const at = x + (width * column) / columns
    pdf.moveTo(at, y).lineTo(at + skew, y - height)
  }
  for (let row = 1; row < rows; row++) {
    const up = row / rows
    pdf.moveTo(x + skew * up, y - height * up).lineTo(x + width + skew * up, y - height * up)
  }
  pdf.lineWidth(line).strokeOpacity(0.45).stroke(SKY).strokeOpacity(1)
  pdf
    .moveTo(x + skew, y - height)
    .lineTo(x + width + skew, y - height)
    .lineWidth(line * 2)
    .stroke(YELLOW)
}

function drawPylon(pdf: ProfilePdf, x: number, foot: number, height: number): void {
  const half = height * 0.15
  const top = foot - height
  pdf
    .moveTo(x - half, foot)
    .lineTo(x - half * 0.22, top)
    .lineTo(x + half * 0.22, top)
  pdf.lineTo(x + half, foot)
  for (const [from, to] of [
    [0, 0.26],
    [0.26, 0.48],
    [0.48, 0.66],
  ] as const) {
    const at = (part: number) => half * (1 - part * 0.78)
    pdf.moveTo(x - at(from), foot - height * from).lineTo(x + at(to), foot - height * to)
    pdf.moveTo(x + at(from), foot - height * from).lineTo(x - at(to), foot - height * to)
  }
  for (const [part, reach] of [
    [0.7, 1.5],
    [0.84, 1.15],
  ] as const) {
    pdf.moveTo(x - half * reach, foot - height * part).lineTo(x + half * reach, foot - height * part)
  }
  pdf
    .lineJoin('round')
    .lineWidth(Math.max(0.5, height * 0.014))
    .stroke(INK)
}

function drawHouse(pdf: ProfilePdf, x: number, foot: number, height: number): void {
  pdf.rect(x, foot - height, height * 2, height).fill(BRICK)
  pdf.rect(x - height * 0.12, foot - height * 1.14, height * 2.24, height * 0.18).fill(INK)
  pdf.rect(x + height * 0.25, foot - height * 0.68, height * 0.4, height * 0.34).fill(SKY)
  pdf.rect(x + height * 1.3, foot - height * 0.66, height * 0.42, height * 0.66).fill(INK)
}

function drawLand(pdf: ProfilePdf, horizon: number): void {
  pdf.rect(0, 0, PICTURE_SIZE.width, PICTURE_SIZE.height).fill(SKY)
  pdf.rect(0, horizon, PICTURE_SIZE.width, PICTURE_SIZE.height - horizon).fill(GROUND)
}

const DRAW_PROJECT_PICTURE: Readonly<Record<ProjectPictureName, (pdf: ProfilePdf) => void>> = {
  plant(pdf) {
    drawLand(pdf, 82)
    drawSun(pdf, 78, 48, 19)
    drawPylon(pdf, 276, 84, 58)
    drawPylon(pdf, 226, 83, 36)
    for (const [x, y, size] of [
      [30, 128, 5],
      [196, 123, 4],
      [300, 130, 5],
      [150, 172, 6],
    ] as const) {
      pdf.ellipse(x, y, size * 1.6, size).fill(STEEL)
    }
    for (const [left, foot, size] of [
      [-14, 108, 17],
      [60, 108, 17],
      [134, 108, 17],
      [208, 108, 17],
      [282, 108, 17],
      [-60, 152, 27],
      [56, 152, 27],
      [172, 152, 27],
      [288, 152, 27],
    ] as const) {
      drawPanelTable(pdf, left, foot, size * 4, size, 8, 2)
    }
  },
  park(pdf) {
    drawLand(pdf, 72)
    drawSun(pdf, 160, 62, 24)
    pdf.rect(0, 72, 320, 108).fill(GROUND)
    // The rows run to one point on the horizon.
    for (const [near, far] of [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4].map((row) => [row * 74, row * 9] as const)) {
      pdf
        .polygon([160 + near + 12, 190], [160 + near + 62, 190], [160 + far + 7.6, 78], [160 + far + 1.4, 78])
        .fill(PANEL)
      pdf
        .moveTo(160 + near + 37, 190)
        .lineTo(160 + far + 4.5, 78)
        .lineWidth(0.8)
        .strokeOpacity(0.5)
        .stroke(SKY)
    }
    for (const y of [86, 97, 113, 136, 166]) pdf.moveTo(0, y).lineTo(320, y)
    pdf.strokeOpacity(1).lineWidth(2.2).stroke(GROUND)
  },
  warehouse(pdf) {
    drawLand(pdf, 146)
    drawSun(pdf, 268, 42, 19)
    for (const x of [10, 106, 202]) {
      pdf.polygon([x, 152], [x, 100], [x + 46, 76], [x + 92, 100], [x + 92, 152]).fill(BRICK)
      pdf.polygon([x - 4, 104], [x + 46, 74], [x + 100, 104], [x + 96, 108], [x + 46, 81], [x - 2, 109]).fill(INK)
      pdf.rect(x + 28, 116, 36, 36).fill(INK)
      for (const y of [122, 128, 134, 140, 146]) pdf.moveTo(x + 28, y).lineTo(x + 64, y)
      pdf.lineWidth(0.8).stroke(STEEL)
      pdf
        .save()
        .translate(x + 46, 74)
        .rotate(30)
      drawPanelTable(pdf, 4, -3, 46, 6, 6, 1, 0)
      pdf
        .restore()
        .save()
        .translate(x + 46, 74)
        .rotate(-30)
      drawPanelTable(pdf, -50, -3, 46, 6, 6, 1, 0)
      pdf.restore()
    }
    pdf.rect(0, 152, 320, 28).fill(FURROW)
  },
  school(pdf) {
    drawLand(pdf, 146)
    drawSun(pdf, 50, 44, 19)
    for (const left of [84, 142, 200]) drawPanelTable(pdf, left, 58, 48, 17, 5, 2)
    pdf.rect(70, 68, 196, 84).fill('#f3dcae')
    pdf.rect(62, 62, 212, 8).fill(BRICK)
    pdf.rect(70, 106, 196, 5).fill(BRICK)
    for (const x of [82, 116, 198, 232]) {
      for (const y of [78, 120]) pdf.rect(x, y, 22, 18).fill(PANEL)
    }
    pdf.rect(152, 78, 32, 18).fill(PANEL)
    pdf.rect(154, 118, 28, 34).fill(INK)
    pdf.rect(0, 152, 320, 28).fill(FURROW)
    pdf.moveTo(296, 154).lineTo(296, 66).lineWidth(2).stroke(INK)
    pdf.polygon([297, 68], [316, 74], [297, 81]).fill(YELLOW)
  },
  substation(pdf) {
    drawLand(pdf, 130)
    drawSun(pdf, 258, 44, 19)
    for (const x of [26, 92, 158]) pdf.polygon([x, 138], [x + 5, 50], [x + 9, 50], [x + 14, 138]).fill(INK)
    pdf.rect(24, 54, 150, 5).rect(24, 66, 150, 2.5).fill(INK)
    for (const x of [48, 66, 114, 132]) {
      pdf.moveTo(x, 68).lineTo(x, 112).lineWidth(1).stroke(INK)
      for (const y of [72, 77, 82]) pdf.rect(x - 3.5, y, 7, 3).fill(BRICK)
    }
    for (const x of [40, 106]) {
      pdf.rect(x, 112, 36, 26).fill(STEEL)
      for (const fin of [5, 12, 19, 26]) pdf.rect(x + fin, 116, 4, 18).fill(INK)
    }
    drawHouse(pdf, 204, 142, 46)
    pdf.rect(0, 138, 320, 42).fill(GROUND)
    pdf.polygon([0, 176], [0, 160], [320, 150], [320, 166]).fill(STEEL)
    pdf.moveTo(0, 168).lineTo(320, 158).lineWidth(1.2).dash(10, { space: 8 }).stroke(WHITE).undash()
  },
}

/** Draws a partner's emblem in a square of 34 points. */
export function drawEmblem(pdf: ProfilePdf, emblem: ClientEmblemName, x: number, y: number): void {
  pdf.save().translate(x, y).roundedRect(0, 0, 34, 34, 8).fill(PANEL)
  DRAW_EMBLEM[emblem](pdf)
  pdf.restore()
}

const DRAW_EMBLEM: Readonly<Record<ClientEmblemName, (pdf: ProfilePdf) => void>> = {
  grain(pdf) {
    pdf.moveTo(17, 29).lineTo(17, 9).lineWidth(1.6).stroke(YELLOW)
    pdf.ellipse(17, 7.5, 2.1, 3.6).fill(YELLOW)
    for (const [y, side] of [11, 16, 21].flatMap((y) => [[y, 1] as const, [y, -1] as const])) {
      pdf
        .save()
        .translate(17 + side * 4.6, y)
        .rotate(side * 38)
        .ellipse(0, 0, 2.2, 3.9)
        .fill(YELLOW)
        .restore()
    }
  },
  town(pdf) {
    pdf.rect(6, 17, 22, 11).rect(13, 10, 8, 18).fill(SKY)
    pdf.polygon([11.5, 11], [17, 4.5], [22.5, 11]).fill(YELLOW)
    pdf.circle(17, 14.4, 2.2).rect(15, 22, 4, 6).rect(8.5, 20.5, 2.8, 3.4).rect(22.7, 20.5, 2.8, 3.4).fill(PANEL)
  },
  thread(pdf) {
    pdf.roundedRect(8, 5.5, 18, 4, 1.5).roundedRect(8, 24.5, 18, 4, 1.5).fill(SKY)
    pdf.rect(10.5, 10.5, 13, 13).fill(YELLOW)
    for (const y of [11.5, 14.8, 18.1]) pdf.moveTo(10.5, y + 2.6).lineTo(23.5, y)
    pdf.lineWidth(1).stroke(PANEL)
    pdf.moveTo(23.5, 22).bezierCurveTo(30, 22, 26, 29, 31, 29).lineWidth(1.2).stroke(YELLOW)
  },
  milk(pdf) {
    pdf.polygon([13, 9], [21, 9], [25, 15], [25, 28], [9, 28], [9, 15]).fill(SKY)
    pdf.roundedRect(11.5, 5.5, 11, 3.4, 1.2).fill(YELLOW)
    pdf.rect(9, 19, 16, 4.5).fill(YELLOW)
  },
}
