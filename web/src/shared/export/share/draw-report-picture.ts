import type { PictureLine, ReportPictureContent } from './report-picture-content.ts'

/** In CSS pixels; the picture has twice as many, as a phone's screen. */
const WIDTH = 720
const SCALE = 2
const MARGIN = 40
const LINE = 44
const LINE_WITH_MORE = 66
const HEADING = 60
/** Title, account, period and the space around them. */
const HEAD = 218

/** A picture is on white paper, also where the app is dark. */
const INK = '#131a14'
const SOFT = '#434f45'
const RULE = '#d3dbd1'
const ACCENT = '#ffc21f'
const TONES = { credit: '#07602b', debit: '#a3161c', total: INK } as const

/** Returns a PNG of a report. The app's own fonts are loaded before, so that both scripts look as on the screen. */
export async function drawReportPicture(content: ReportPictureContent): Promise<Blob> {
  const family = getComputedStyle(document.body).fontFamily
  const font = (size: number, weight = 400) => `${weight} ${size}px ${family}`
  // A font that cannot be loaded is replaced by one of the phone.
  await Promise.allSettled([400, 700].map((weight) => document.fonts.load(font(20, weight), 'Aअ₹')))
  const canvas = document.createElement('canvas')
  const height = HEAD + content.blocks.reduce((sum, block) => sum + blockHeight(block), 0) + MARGIN
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  const paper = canvas.getContext('2d')
  if (paper === null) throw new Error('This browser draws no pictures')
  paper.scale(SCALE, SCALE)
  paper.fillStyle = '#ffffff'
  paper.fillRect(0, 0, WIDTH, height)
  paper.fillStyle = ACCENT
  paper.fillRect(0, 0, WIDTH, 12)

  const write = (
    text: string,
    y: number,
    look: { size: number; weight?: number; colour?: string; x?: number; max?: number },
  ) => {
    paper.font = font(look.size, look.weight)
    paper.fillStyle = look.colour ?? INK
    paper.textAlign = 'left'
    paper.fillText(fitted(paper, text, look.max ?? WIDTH - 2 * MARGIN), look.x ?? MARGIN, y)
  }
  write(content.company, 60, { size: 22, colour: SOFT })
  write(content.title, 108, { size: 40, weight: 700 })
  write(content.about, 148, { size: 24, weight: 700 })
  write(content.period, 182, { size: 22, colour: SOFT })

  let y = HEAD
  for (const { heading, lines } of content.blocks) {
    if (heading !== undefined) {
      write(heading, y + 40, { size: 22, weight: 700 })
      y += HEADING
    }
    for (const line of lines) y = drawLine(line, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is too large')) : resolve(blob)),
      'image/png',
    ),
  )

  /** Draws a line with a rule above it, a double one above a total. */
  function drawLine({ text, more, amount, tone }: PictureLine, top: number): number {
    if (paper === null) return top
    paper.fillStyle = tone === 'total' ? INK : RULE
    paper.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 1)
    if (tone === 'total') paper.fillRect(MARGIN, top + 4, WIDTH - 2 * MARGIN, 1)
    const weight = tone === 'total' ? 700 : 400
    paper.font = font(24, 700)
    paper.fillStyle = tone === undefined ? INK : TONES[tone]
    paper.textAlign = 'right'
    paper.fillText(amount, WIDTH - MARGIN, top + 32)
    const room = WIDTH - 2 * MARGIN - paper.measureText(amount).width - 20
    write(text, top + 32, { size: 24, weight, max: room })
    if (more !== undefined) write(more, top + 57, { size: 18, colour: SOFT })
    return top + lineHeight({ more })
  }
}

const lineHeight = ({ more }: { more?: string | undefined }) => (more === undefined ? LINE : LINE_WITH_MORE)
const blockHeight = ({ heading, lines }: ReportPictureContent['blocks'][number]) =>
  (heading === undefined ? 0 : HEADING) + lines.reduce((sum, line) => sum + lineHeight(line), 0)

/** Cuts a text at the end of a whole character, so that it fits. */
function fitted(paper: CanvasRenderingContext2D, text: string, room: number): string {
  if (paper.measureText(text).width <= room) return text
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  while (letters.length > 1 && paper.measureText(`${letters.join('')}…`).width > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
