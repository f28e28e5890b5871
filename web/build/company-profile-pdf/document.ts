import PDFDocument from 'pdfkit'
import type { LandingContent } from '../../src/public/landing/landing-content-types.ts'
import type { Language } from '../../src/shared/language/language-setting.ts'
import {
  BRICK,
  CATEGORY_COLOUR,
  drawEmblem,
  drawPicture,
  drawSolarField,
  GROUND,
  INK,
  SKY,
  WHITE,
  YELLOW,
} from './drawings.ts'
import {
  drawLine,
  type MeasuredParagraph,
  measureParagraph,
  type ProfilePdf,
  type ProfileTextStyle,
  profileTextWidth,
  registerFonts,
} from './typesetting.ts'

const A4_WIDTH = 595.28
const A4_HEIGHT = 841.89
const PROFILE_MARGIN = 52
const INNER_WIDTH = A4_WIDTH - 2 * PROFILE_MARGIN
/** Only the foot and the page's number are below it. */
const CONTENT_BOTTOM = A4_HEIGHT - 62
const GREY = '#56605a'
/** A fixed date instead of the time of the build, so that the same sources give the same bytes. */
const FIXED_CREATION_DATE = new Date(Date.UTC(2026, 0, 1))

const LEAD_STYLE: ProfileTextStyle = { size: 17, weight: 500, colour: INK, leading: 25 }
const BODY_STYLE: ProfileTextStyle = { size: 10.5, weight: 500, colour: INK, leading: 16 }
const SMALL_STYLE: ProfileTextStyle = { size: 9.5, weight: 500, colour: GREY, leading: 14 }
const TAG_STYLE: ProfileTextStyle = { size: 8, weight: 700, colour: WHITE, leading: 12 }
const SECTION_TITLE_STYLE: ProfileTextStyle = { size: 22, weight: 700, colour: INK, leading: 30 }

/** A measured block that is never split over two pages. */
interface ProfileBlock {
  readonly height: number
  draw(x: number, y: number): void
}

/** The company profile for print: A4, cover, sections in the order of the public page, contact on the last page. */
export async function renderCompanyProfile(content: LandingContent, language: Language): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [A4_WIDTH, A4_HEIGHT],
    // Every line is placed by hand, so the library must not begin a page on its own.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: language === 'hi' ? 'hi-IN' : 'en-IN',
    displayTitle: true,
    info: {
      Title: `${content.company}: ${content.line}`,
      Author: content.company,
      CreationDate: FIXED_CREATION_DATE,
      ModDate: FIXED_CREATION_DATE,
    },
  })
  registerFonts(pdf)
  drawCover(pdf, content)
  const end = drawSections(pdf, content)
  drawContact(pdf, content, end)
  drawFeet(pdf, content)
  return bytesOfPdf(pdf)
}

function bytesOfPdf(pdf: ProfilePdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.once('end', () => resolve(Buffer.concat(parts)))
    pdf.once('error', reject)
    pdf.end()
  })
}

function drawCover(pdf: ProfilePdf, { company, line, stats }: LandingContent): void {
  const band = 150
  pdf.addPage()
  pdf.rect(0, 0, A4_WIDTH, A4_HEIGHT).fill(SKY)
  pdf.rect(PROFILE_MARGIN, 74, 56, 6).fill(YELLOW)
  const name = measureParagraph(pdf, company, INNER_WIDTH, { size: 42, weight: 700, colour: INK, leading: 56 })
  name.draw(PROFILE_MARGIN, 96)
  const told = measureParagraph(pdf, line, 340, { size: 18, weight: 500, colour: INK, leading: 27 })
  told.draw(PROFILE_MARGIN, 104 + name.height)
  const top = 104 + name.height + told.height + 10
  drawSolarField(pdf, 0, top, A4_WIDTH, A4_HEIGHT - band - top)
  pdf.rect(0, A4_HEIGHT - band, A4_WIDTH, band).fill(INK)
  const column = INNER_WIDTH / stats.length
  for (const [index, { figure, label }] of stats.entries()) {
    const x = PROFILE_MARGIN + index * column
    drawLine(pdf, figure, x, A4_HEIGHT - 76, { size: 36, weight: 700, colour: YELLOW, leading: 0 })
    drawLine(pdf, label, x, A4_HEIGHT - 50, { size: 12, weight: 500, colour: WHITE, leading: 0 })
  }
}

/** @returns the position on the last page at which the sections end */
function drawSections(pdf: ProfilePdf, content: LandingContent): number {
  const { titles, projects, capabilities, clients } = content
  const pair = (INNER_WIDTH - 24) / 2
  const third = (INNER_WIDTH - 40) / 3
  const [first, second, ...others] = projects
  const largest = [first, second].filter((project) => project !== undefined)
  let y = beginPage(pdf)
  section(titles.about, [aboutBlock(pdf, content)], 0)
  section(
    titles.projects,
    [
      rowOfBlocks(
        largest.map((project) => projectBlock(pdf, content, project, pair)),
        pair,
        24,
      ),
      ...inRows(others, 3).map((some) =>
        rowOfBlocks(
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
      rowOfBlocks(
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
      rowOfBlocks(
        some.map((client) => clientBlock(pdf, client, pair)),
        pair,
        24,
      ),
    ),
    24,
  )
  return y

  /** A title stays on the page of the first row below it. */
  function section(title: string, rows: readonly ProfileBlock[], gap: number): void {
    const head = measureParagraph(pdf, title, INNER_WIDTH, SECTION_TITLE_STYLE)
    for (const [index, block] of rows.entries()) {
      const above = index === 0 ? head.height + 22 : 0
      if (y + above + block.height > CONTENT_BOTTOM) y = beginPage(pdf)
      if (index === 0) {
        pdf.rect(PROFILE_MARGIN, y, 28, 4).fill(YELLOW)
        head.draw(PROFILE_MARGIN, y + 8)
        pdf.outline.addItem(title)
        y += above
      }
      block.draw(PROFILE_MARGIN, y)
      y += block.height + gap
    }
    y += 36 - gap
  }
}

function beginPage(pdf: ProfilePdf): number {
  pdf.addPage()
  return PROFILE_MARGIN + 8
}

function inRows<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

function rowOfBlocks(blocks: readonly ProfileBlock[], width: number, gap: number): ProfileBlock {
  return {
    height: Math.max(...blocks.map(({ height }) => height)),
    draw(x, y) {
      for (const [index, block] of blocks.entries()) block.draw(x + index * (width + gap), y)
    },
  }
}

/** Draws paragraphs one below the other, each with the space above it. */
function stackOfParagraphs(...parts: readonly (readonly [above: number, MeasuredParagraph])[]): ProfileBlock {
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

function aboutBlock(pdf: ProfilePdf, { promise, about }: LandingContent): ProfileBlock {
  const column = (INNER_WIDTH - 28) / 2
  const texts = about.map((text) => stackOfParagraphs([0, measureParagraph(pdf, text, column, BODY_STYLE)]))
  return stackOfParagraphs(
    [0, measureParagraph(pdf, promise, INNER_WIDTH, LEAD_STYLE)],
    [16, rowOfBlocks(texts, column, 28)],
  )
}

function projectBlock(
  pdf: ProfilePdf,
  content: LandingContent,
  project: LandingContent['projects'][number],
  width: number,
): ProfileBlock {
  const title = { size: 12.5, weight: 700, colour: INK, leading: 18 } as const
  const text = stackOfParagraphs(
    [30, measureParagraph(pdf, project.title, width, title)],
    [4, measureParagraph(pdf, project.description, width, SMALL_STYLE)],
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
function drawTag(pdf: ProfilePdf, label: string, colour: string, x: number, y: number): number {
  const width = profileTextWidth(pdf, label, TAG_STYLE) + 14
  pdf.roundedRect(x, y, width, 16, 8).fill(colour)
  drawLine(pdf, label, x + 7, y + 10.8, TAG_STYLE)
  return width
}

function capabilityBlock(
  pdf: ProfilePdf,
  { title, text }: LandingContent['capabilities'][number],
  width: number,
): ProfileBlock {
  const told = stackOfParagraphs(
    [12, measureParagraph(pdf, title, width - 4, { size: 12, weight: 700, colour: INK, leading: 17 })],
    [4, measureParagraph(pdf, text, width - 4, SMALL_STYLE)],
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

function clientBlock(pdf: ProfilePdf, client: LandingContent['clients'][number], width: number): ProfileBlock {
  const quote = measureParagraph(pdf, `“${client.testimonial}”`, width, BODY_STYLE)
  const said = stackOfParagraphs(
    [0, measureParagraph(pdf, client.name, width - 46, { size: 11, weight: 700, colour: INK, leading: 16 })],
    [0, measureParagraph(pdf, client.by, width - 46, SMALL_STYLE)],
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
function drawContact(pdf: ProfilePdf, { titles, contact }: LandingContent, end: number): void {
  const height = 218
  const top = A4_HEIGHT - height
  if (end > top) beginPage(pdf)
  const free = end > top ? top : top - end
  if (free > 90) drawSolarField(pdf, 0, top - free, A4_WIDTH, free)
  pdf.rect(0, top, A4_WIDTH, height).fill(INK)
  pdf.rect(PROFILE_MARGIN, top + 36, 28, 4).fill(YELLOW)
  measureParagraph(pdf, titles.contact, INNER_WIDTH, { ...SECTION_TITLE_STYLE, colour: WHITE }).draw(
    PROFILE_MARGIN,
    top + 44,
  )
  pdf.outline.addItem(titles.contact)
  const style = { size: 12, weight: 500, colour: WHITE, leading: 0 } as const
  for (const [index, text] of contact.address.entries()) {
    drawLine(pdf, text, PROFILE_MARGIN, top + 100 + index * 20, index === 0 ? { ...style, weight: 700 } : style)
  }
  const x = A4_WIDTH / 2 + 12
  const links = [
    [contact.phone, `tel:${contact.phone.replaceAll(' ', '')}`],
    [contact.email, `mailto:${contact.email}`],
  ] as const
  for (const [index, [text, address]] of links.entries()) {
    const said = { ...style, weight: 700, colour: YELLOW } as const
    drawLine(pdf, text, x, top + 100 + index * 20, said)
    pdf.link(x, top + 86 + index * 20, profileTextWidth(pdf, text, said), 18, address)
  }
  drawLine(pdf, contact.hours, x, top + 140, style)
}

function drawFeet(pdf: ProfilePdf, { company }: LandingContent): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 1; page < count; page++) {
    pdf.switchToPage(page)
    const style = { size: 8.5, weight: 500, colour: page === count - 1 ? GROUND : GREY, leading: 0 } as const
    const number = `${page + 1}`
    drawLine(pdf, company, PROFILE_MARGIN, A4_HEIGHT - 30, style)
    drawLine(pdf, number, A4_WIDTH - PROFILE_MARGIN - profileTextWidth(pdf, number, style), A4_HEIGHT - 30, style)
  }
}
