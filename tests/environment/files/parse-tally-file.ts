import { SaxesParser } from 'saxes'

/** A file for Tally as an independent parser reads it. */
export interface ParsedTallyFile {
  ledgers: { name: string; parent: string; hasCostCentres: boolean }[]
  costCentres: string[]
  vouchers: ParsedTallyVoucher[]
}

export interface ParsedTallyVoucher {
  remoteId: string
  action: string
  type: string
  /** `YYYYMMDD`. */
  date: string
  number: string
  narration: string
  isCancelled: boolean
  lines: { ledger: string; paise: number; isDeemedPositive: boolean; costCentre: string | undefined; amount: string }[]
}

interface XmlElement {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

/** @throws if the text is no well-formed XML 1.0, by saxes */
export function parseTallyFile(xml: string): ParsedTallyFile {
  const messages = find(parseXml(xml), 'BODY', 'IMPORTDATA', 'REQUESTDATA').children
  const of = (name: string) => messages.flatMap(({ children }) => children.filter((child) => child.name === name))
  return {
    ledgers: of('LEDGER').map((ledger) => ({
      name: ledger.attributes.NAME ?? '',
      parent: textOf(ledger, 'PARENT'),
      hasCostCentres: textOf(ledger, 'ISCOSTCENTRESON') === 'Yes',
    })),
    costCentres: of('COSTCENTRE').map(({ attributes }) => attributes.NAME ?? ''),
    vouchers: of('VOUCHER').map((voucher) => ({
      remoteId: voucher.attributes.REMOTEID ?? '',
      action: voucher.attributes.ACTION ?? '',
      type: textOf(voucher, 'VOUCHERTYPENAME'),
      date: textOf(voucher, 'DATE'),
      number: textOf(voucher, 'VOUCHERNUMBER'),
      narration: textOf(voucher, 'NARRATION'),
      isCancelled: textOf(voucher, 'ISCANCELLED') === 'Yes',
      lines: voucher.children.filter(({ name }) => name === 'ALLLEDGERENTRIES.LIST').map(toLine),
    })),
  }
}

function toLine(entry: XmlElement): ParsedTallyVoucher['lines'][number] {
  const [allocation] = entry.children.filter(({ name }) => name === 'CATEGORYALLOCATIONS.LIST')
  const centre = allocation && find(allocation, 'COSTCENTREALLOCATIONS.LIST')
  const amount = textOf(entry, 'AMOUNT')
  if (centre && textOf(centre, 'AMOUNT') !== amount) throw new Error('The cost centre has another amount than its line')
  return {
    ledger: textOf(entry, 'LEDGERNAME'),
    paise: Math.round(Number(amount) * 100),
    isDeemedPositive: textOf(entry, 'ISDEEMEDPOSITIVE') === 'Yes',
    costCentre: centre && textOf(centre, 'NAME'),
    amount,
  }
}

/** Returns what each ledger received less what it gave, in paise: debits above zero. */
export function foldByLedger({
  vouchers,
}: Pick<ParsedTallyFile, 'vouchers'>): Map<string, { debit: number; credit: number }> {
  const sums = new Map<string, { debit: number; credit: number }>()
  for (const { ledger, paise } of vouchers.flatMap(({ lines }) => lines)) {
    const sum = sums.get(ledger) ?? { debit: 0, credit: 0 }
    if (paise < 0) sum.debit -= paise
    else sum.credit += paise
    sums.set(ledger, sum)
  }
  return sums
}

function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  const [envelope] = root.children
  if (envelope?.name !== 'ENVELOPE') throw new Error('A file for Tally is an ENVELOPE')
  return envelope
}

function find(within: XmlElement, ...path: string[]): XmlElement {
  return path.reduce((element, name) => {
    const child = element.children.find((one) => one.name === name)
    if (!child) throw new Error(`${element.name} has no ${name}`)
    return child
  }, within)
}

const textOf = (element: XmlElement, name: string) => find(element, name).text
