import PDFDocument from 'pdfkit'
import type { Content } from '../../src/public/landing/content.ts'
import type { Language } from '../../src/shared/language/language.ts'
import {
  BRICK,
  CATEGORY_COLOUR,
  drawEmblem,
  drawField,
  drawPicture,
  GROUND,
  INK,
  SKY,
  WHITE,
  YELLOW,
} from './pictures.ts'
import { drawLine, type Paragraph, type Pdf, paragraph, registerFonts, type Style, widthOf } from './setting.ts'

const WIDTH = 595.28
const HEIGHT = 841.89
const MARGIN = 52
const INNER = WIDTH - 2 * MARGIN
/** Only the foot and the page's number are below it. */
const BOTTOM = HEIGHT - 62
const GREY = '#56605a'
/** A fixed date instead of the time of the build, so that the same sources give the same bytes. */
const MADE = new Date(Date.UTC(2026, 0, 1))

const LEAD: Style = { size: 17, weight: 500, colour: INK, leading: 25 }
const BODY: Style = { size: 10.5, weight: 500, colour: INK, leading: 16 }
const SMALL: Style = { size: 9.5, weight: 500, colour: GREY, leading: 14 }
const TAG: Style = { size: 8, weight: 700, colour: WHITE, leading: 12 }
const SECTION: Style = { size: 22, weight: 700, colour: INK, leading: 30 }

/** A measured block that is never split over two pages. */
interface Block {
  readonly height: number
  draw(x: number, y: number): void
}

/** The company profile for print: A4, cover, sections in the order of the public page, contact on the last page. */
export async function companyProfile(content: Content, language: Language): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [WIDTH, HEIGHT],
    // Every line is placed by hand, so the library must not begin a page on its own.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: language === 'hi' ? 'hi-IN' : 'en-IN',
    displayTitle: true,
    info: { Title: `${content.company}: ${content.line}`, Author: content.company, CreationDate: MADE, ModDate: MADE },
  })
  registerFonts(pdf)
  drawCover(pdf, content)
  const end = drawSections(pdf, content)
  drawContact(pdf, content, end)
  drawFeet(pdf, content)
  return bytesOf(pdf)
}

function bytesOf(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.once('end', () => resolve(Buffer.concat(parts)))
    pdf.once('error', reject)
    pdf.end()
  })
}

function drawCover(pdf: Pdf, { company, line, stats }: Content): void {
  const band = 150
  pdf.addPage()
  pdf.rect(0, 0, WIDTH, HEIGHT).fill(SKY)
  pdf.rect(MARGIN, 74, 56, 6).fill(YELLOW)
  const name = paragraph(pdf, company, INNER, { size: 42, weight: 700, colour: INK, leading: 56 })
  name.draw(MARGIN, 96)
  const told = paragraph(pdf, line, 340, { size: 18, weight: 500, colour: INK, leading: 27 })
  told.draw(MARGIN, 104 + name.height)
  const top = 104 + name.height + told.height + 10
  drawField(pdf, 0, top, WIDTH, HEIGHT - band - top)
  pdf.rect(0, HEIGHT - band, WIDTH, band).fill(INK)
  const column = INNER / stats.length
  for (const [index, { figure, label }] of stats.entries()) {
    const x = MARGIN + index * column
    drawLine(pdf, figure, x, HEIGHT - 76, { size: 36, weight: 700, colour: YELLOW, leading: 0 })
    drawLine(pdf, label, x, HEIGHT - 50, { size: 12, weight: 500, colour: WHITE, leading: 0 })
  }
}

/** @returns the position on the last page at which the sections end */
function drawSections(pdf: Pdf, content: Content): number {
  const { titles, projects, capabilities, clients } = content
  const pair = (INNER - 24) / 2
  const third = (INNER - 40) / 3
  const [first, second, ...others] = projects
  const largest = [first, second].filter((project) => project !== undefined)
  let y = beginPage(pdf)
  section(titles.about, [aboutBlock(pdf, content)], 0)
  section(
    titles.projects,
    [
      row(
        largest.map((project) => projectBlock(pdf, content, project, pair)),
        pair,
        24,
      ),
      ...inRows(others, 3).map((some) =>
        row(
          some.map((project) => projectBlock(pdf, content, project, third)),
          third,
          20,
        ),
      ),
    ],
    24,
  )
  section(
    titles.capabilities,
    inRows(capabilities, 3).map((some) =>
      row(
        some.map((capability) => capabilityBlock(pdf, capability, third)),
        third,
        20,
      ),
    ),
    20,
  )
  section(
    titles.partners,
    inRows(clients, 2).map((some) =>
      row(
        some.map((client) => clientBlock(pdf, client, pair)),
        pair,
        24,
      ),
    ),
    24,
  )
  return y

  /** A title stays on the page of the first row below it. */
  function section(title: string, rows: readonly Block[], gap: number): void {
    const head = paragraph(pdf, title, INNER, SECTION)
    for (const [index, block] of rows.entries()) {
      const above = index === 0 ? head.height + 22 : 0
      if (y + above + block.height > BOTTOM) y = beginPage(pdf)
      if (index === 0) {
        pdf.rect(MARGIN, y, 28, 4).fill(YELLOW)
        head.draw(MARGIN, y + 8)
        pdf.outline.addItem(title)
        y += above
      }
      block.draw(MARGIN, y)
      y += block.height + gap
    }
    y += 36 - gap
  }
}

function beginPage(pdf: Pdf): number {
  pdf.addPage()
  return MARGIN + 8
}

function inRows<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

function row(blocks: readonly Block[], width: number, gap: number): Block {
  return {
    height: Math.max(...blocks.map(({ height }) => height)),
    draw(x, y) {
      for (const [index, block] of blocks.entries()) block.draw(x + index * (width + gap), y)
    },
  }
}

/** Draws paragraphs one below the other, each with the space above it. */
function stack(...parts: readonly (readonly [above: number, Paragraph])[]): Block {
  return {
    height: parts.reduce((sum, [above, { height }]) => sum + above + height, 0),
    draw(x, y) {
      let at = y
      for (const [above, part] of parts) {
        part.draw(x, at + above)
        at += above + part.height
      }
    },
  }
}

function aboutBlock(pdf: Pdf, { promise, about }: Content): Block {
  const column = (INNER - 28) / 2
  const texts = about.map((text) => stack([0, paragraph(pdf, text, column, BODY)]))
  return stack([0, paragraph(pdf, promise, INNER, LEAD)], [16, row(texts, column, 28)])
}

function projectBlock(pdf: Pdf, content: Content, project: Content['projects'][number], width: number): Block {
  const title = { size: 12.5, weight: 700, colour: INK, leading: 18 } as const
  const text = stack(
    [30, paragraph(pdf, project.title, width, title)],
    [4, paragraph(pdf, project.description, width, SMALL)],
  )
  const tags = [[content.categories[project.category], CATEGORY_COLOUR[project.category]] as const]
  if (project.forGovernment) tags.push([content.government, INK])
  const picture = (width * 9) / 16
  return {
    height: picture + text.height,
    draw(x, y) {
      drawPicture(pdf, project.picture, x, y, width)
      let left = x
      for (const [label, colour] of tags) left += drawTag(pdf, label, colour, left, y + picture + 9) + 5
      text.draw(x, y + picture)
    },
  }
}

/** @returns its width */
function drawTag(pdf: Pdf, label: string, colour: string, x: number, y: number): number {
  const width = widthOf(pdf, label, TAG) + 14
  pdf.roundedRect(x, y, width, 16, 8).fill(colour)
  drawLine(pdf, label, x + 7, y + 10.8, TAG)
  return width
}

function capabilityBlock(pdf: Pdf, { title, text }: Content['capabilities'][number], width: number): Block {
  const told = stack(
    [12, paragraph(pdf, title, width - 4, { size: 12, weight: 700, colour: INK, leading: 17 })],
    [4, paragraph(pdf, text, width - 4, SMALL)],
  )
  return {
    height: told.height,
    draw(x, y) {
      pdf.rect(x, y, width, 1.5).fill(GROUND)
      pdf.rect(x, y, 22, 1.5).fill(BRICK)
      told.draw(x, y)
    },
  }
}

function clientBlock(pdf: Pdf, client: Content['clients'][number], width: number): Block {
  const quote = paragraph(pdf, `“${client.testimonial}”`, width, BODY)
  const said = stack(
    [0, paragraph(pdf, client.name, width - 46, { size: 11, weight: 700, colour: INK, leading: 16 })],
    [0, paragraph(pdf, client.by, width - 46, SMALL)],
  )
  return {
    height: 46 + quote.height,
    draw(x, y) {
      drawEmblem(pdf, client.logo, x, y)
      said.draw(x + 46, y + 2)
      quote.draw(x, y + 46)
    },
  }
}

/** Draws the foot of the last page, and above it the field if there is room for one. */
function drawContact(pdf: Pdf, { titles, contact }: Content, end: number): void {
  const height = 218
  const top = HEIGHT - height
  if (end > top) beginPage(pdf)
  const free = end > top ? top : top - end
  if (free > 90) drawField(pdf, 0, top - free, WIDTH, free)
  pdf.rect(0, top, WIDTH, height).fill(INK)
  pdf.rect(MARGIN, top + 36, 28, 4).fill(YELLOW)
  paragraph(pdf, titles.contact, INNER, { ...SECTION, colour: WHITE }).draw(MARGIN, top + 44)
  pdf.outline.addItem(titles.contact)
  const style = { size: 12, weight: 500, colour: WHITE, leading: 0 } as const
  for (const [index, text] of contact.address.entries()) {
    drawLine(pdf, text, MARGIN, top + 100 + index * 20, index === 0 ? { ...style, weight: 700 } : style)
  }
  const x = WIDTH / 2 + 12
  const links = [
    [contact.phone, `tel:${contact.phone.replaceAll(' ', '')}`],
    [contact.email, `mailto:${contact.email}`],
  ] as const
  for (const [index, [text, address]] of links.entries()) {
    const said = { ...style, weight: 700, colour: YELLOW } as const
    drawLine(pdf, text, x, top + 100 + index * 20, said)
    pdf.link(x, top + 86 + index * 20, widthOf(pdf, text, said), 18, address)
  }
  drawLine(pdf, contact.hours, x, top + 140, style)
}

function drawFeet(pdf: Pdf, { company }: Content): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 1; page < count; page++) {
    pdf.switchToPage(page)
    const style = { size: 8.5, weight: 500, colour: page === count - 1 ? GROUND : GREY, leading: 0 } as const
    const number = `${page + 1}`
    drawLine(pdf, company, MARGIN, HEIGHT - 30, style)
    drawLine(pdf, number, WIDTH - MARGIN - widthOf(pdf, number, style), HEIGHT - 30, style)
  }
}
