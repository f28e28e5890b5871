import { hash } from 'node:crypto'
import type { AcceptedBillFile } from '@ledger/bills/bill-records.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import sharp from 'sharp'
import { type Random, seededRandom } from './seeded-random.ts'
import { textToSvgPaths } from './text-to-svg-paths.ts'

/** Draws photos of bills for the newest expenses of the demo. The same expense always has the same bill. */

type ExpenseCommand = Extract<Command, { type: 'RecordExpense' }>

/** The sizes of the photo, and of the drawing in it. A larger photo takes longer to make, and shows no more. */
const [PHOTO_WIDTH, PHOTO_HEIGHT] = [600, 800]
const [DRAWN_WIDTH, DRAWN_HEIGHT] = [720, 960]
const THUMBNAIL_SIZE = { width: 320, height: 320, fit: 'inside' } as const
const [PAPER_LEFT, PAPER_RIGHT, PAPER_TOP, PAPER_BOTTOM] = [70, 650, 70, 880]
const LINE_HEIGHT = 30
/** A bill below this amount is on coloured paper. */
const SMALL_BILL_PAISE = 200_000

/** Returns whether an expense has a bill. Wages have none, and some other expenses have none either. */
export function hasBill({ transaction, details }: ExpenseCommand): boolean {
  return !/wages|labour|मज़दूरी/i.test(details.purpose) && randomFor(transaction).chance(0.85)
}

/** Returns the photo of an expense's bill. */
export async function billPhotoOf(expense: ExpenseCommand): Promise<AcceptedBillFile> {
  const content = await sharp(Buffer.from(billSvg(expense)))
    .jpeg({ quality: 70 })
    .toBuffer()
  // The thumbnail is made from the photo, because drawing the bill again takes longer.
  const thumbnail = await sharp(content).resize(THUMBNAIL_SIZE).jpeg({ quality: 70 }).toBuffer()
  return { type: 'image/jpeg', content, thumbnail, width: PHOTO_WIDTH, height: PHOTO_HEIGHT }
}

function billSvg({ transaction, beneficiary, details }: ExpenseCommand): string {
  const random = randomFor(transaction)
  const tilt = random.whole(-20, 20) / 10
  const paper = random.pick(
    details.paise < SMALL_BILL_PAISE ? ['#fdf3d6', '#f8e4e6'] : ['#fdfcf7', '#f4f6f2', '#eef3fa'],
  )
  const ink = random.pick(['#1c2a5e', '#23211f', '#1d3b2f'])
  const serial = random.whole(101, 9899)
  const amount = figuresOf(details.paise)
  const isPaid = ['cash', 'upi'].includes(details.paymentMode)
  const head = [
    centredText(beneficiary, 130, fittingSize(beneficiary, 42), 700),
    centredText(isPaid ? 'CASH MEMO / नकद रसीद' : 'BILL / बिल', 172, 22),
    textAt(
      PAPER_LEFT + 20,
      226,
      `No. ${/\b(?:bill|bill no\.|challan) (\d+)/.exec(details.narration)?.[1] ?? serial}`,
      24,
    ),
    rightAlignedText(226, dayOf(details.date).split('-').toReversed().join('-'), 24),
    rule(250, 2),
    textAt(PAPER_LEFT + 20, 286, 'Particulars / विवरण', 20),
    rightAlignedText(286, '₹', 22),
    rule(302, 2),
  ]
  const lines = [details.purpose, ...wrapText(details.narration, 24, 390)]
  const body = [
    ...lines.map((line, index) => textAt(PAPER_LEFT + 20, 346 + index * LINE_HEIGHT, line, index === 0 ? 27 : 24)),
    rightAlignedText(346, amount, 27),
    `<path d="M460 250V760" stroke="${ink}" stroke-width="1"/>`,
    ...[420, 480, 540, 600, 660].map((y) => rule(y + 16, 0.4)),
    rule(700, 2),
    textAt(PAPER_LEFT + 20, 742, 'Total / कुल', 28, 700),
    rightAlignedText(742, amount, 30, 700),
    rule(762, 2),
    ...signed(random),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PHOTO_WIDTH}" height="${PHOTO_HEIGHT}" viewBox="0 0 ${DRAWN_WIDTH} ${DRAWN_HEIGHT}">
<rect width="100%" height="100%" fill="${random.pick(['#5d5148', '#7a7468', '#46525c'])}"/>
<g transform="rotate(${tilt} ${DRAWN_WIDTH / 2} ${DRAWN_HEIGHT / 2})">
<rect x="${PAPER_LEFT - 18}" y="${PAPER_TOP - 8}" width="${PAPER_RIGHT - PAPER_LEFT + 40}" height="${PAPER_BOTTOM - PAPER_TOP + 26}" fill="#000" opacity="0.25"/>
<rect x="${PAPER_LEFT - 25}" y="${PAPER_TOP - 20}" width="${PAPER_RIGHT - PAPER_LEFT + 40}" height="${PAPER_BOTTOM - PAPER_TOP + 30}" fill="${paper}"/>
<g fill="${ink}" stroke="none">${[...head, ...body].join('\n')}</g>
</g></svg>`

  function rule(y: number, thick: number): string {
    return `<path d="M${PAPER_LEFT} ${y}H${PAPER_RIGHT}" stroke="${ink}" stroke-width="${thick}"/>`
  }

  /** Returns a signature, and the shop's stamp if the bill was paid at once. */
  function signed(chance: Random): string[] {
    const waves = Array.from(
      { length: 5 },
      () => `q${chance.whole(6, 16)} ${-chance.whole(14, 46)} ${chance.whole(16, 30)} 0`,
    )
    const name = `<path d="M470 840${waves.join('')}" fill="none" stroke="#20328a" stroke-width="3" stroke-linecap="round"/>`
    const stamp = textToSvgPaths('PAID / भुगतान', 30, 700)
    const frame = `<rect x="-14" y="-36" width="${stamp.width + 28}" height="52" rx="8" fill="none" stroke="#b3262e" stroke-width="3"/>`
    const place = `translate(${PAPER_LEFT + 40} 838) rotate(${chance.whole(-9, -3)})`
    return isPaid ? [name, `<g transform="${place}" fill="#b3262e" opacity="0.8">${frame}${stamp.svg}</g>`] : [name]
  }
}

function textAt(x: number, y: number, text: string, size: number, weight?: 700): string {
  return `<g transform="translate(${x} ${y})">${textToSvgPaths(text, size, weight).svg}</g>`
}

function centredText(text: string, y: number, size: number, weight?: 700): string {
  const { svg, width } = textToSvgPaths(text, size, weight)
  return `<g transform="translate(${(PAPER_LEFT + PAPER_RIGHT - width) / 2} ${y})">${svg}</g>`
}

/** Returns a text that ends at the right edge of the column of figures. */
function rightAlignedText(y: number, text: string, size: number, weight?: 700): string {
  return textAt(PAPER_RIGHT - 20 - textToSvgPaths(text, size, weight).width, y, text, size, weight)
}

/** Returns the size at which a name fits on one line. */
function fittingSize(name: string, size: number): number {
  return Math.min(size, ((PAPER_RIGHT - PAPER_LEFT - 40) / textToSvgPaths(name, size, 700).width) * size)
}

function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && textToSvgPaths(longer, size).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Formats paise as 12,34,567.00. */
function figuresOf(paise: number): string {
  const [whole = '', fraction] = formatAmount(paise).split('.')
  return `${Number(whole).toLocaleString('en-IN')}.${fraction ?? '00'}`
}

/** Returns the random source of one expense, which does not depend on the rest of the demo. */
const randomFor = (transaction: string) =>
  seededRandom(Number.parseInt(hash('sha256', transaction, 'hex').slice(0, 8), 16))
