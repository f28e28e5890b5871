import { hash } from 'node:crypto'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { TallyGroup } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'
import { xmlText } from './tally-text.ts'
import type { CancelledVoucher, TallyVoucher, TallyVoucherLine } from './tally-voucher.ts'

/**
 * A file for Tally: the masters that its vouchers name, then the vouchers. A change of a byte of it needs a new number
 * of `layout` in TallyExported, because kept exports are made again.
 */

export interface TallyFileContent {
  ledgers: readonly { name: string; group: TallyGroup; hasCostCentres: boolean }[]
  costCentres: readonly string[]
  vouchers: readonly VoucherOfFile[]
  /** Whether an entry of these days may still change. */
  isOpen: boolean
}
export type VoucherOfFile =
  | { action: 'Create' | 'Alter'; voucher: TallyVoucher }
  | { action: 'Cancel'; voucher: CancelledVoucher }

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE>
<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>
<BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC>
<REQUESTDATA>
`
const OPEN_WARNING = '<!-- Warning: not all of these days are closed. Their entries may still change. -->\n'
const END = '</REQUESTDATA>\n</IMPORTDATA></BODY>\n</ENVELOPE>\n'

/** Yields the file in pieces. */
export function* tallyXml({ ledgers, costCentres, vouchers, isOpen }: TallyFileContent): Generator<string> {
  yield isOpen ? HEAD.replace('<ENVELOPE>\n', `${OPEN_WARNING}<ENVELOPE>\n`) : HEAD
  for (const ledger of ledgers) yield message(ledgerMaster(ledger))
  for (const costCentre of costCentres) yield message(costCentreMaster(costCentre))
  for (const voucher of vouchers) yield message(voucherXml(voucher))
  yield END
}

/** Returns a text that differs where an import into Tally would make another voucher. */
export const voucherDigest = (voucher: TallyVoucher) =>
  hash('sha256', voucherXml({ action: 'Create', voucher }), 'base64')

const message = (content: string) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">\n${content}</TALLYMESSAGE>\n`
const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>\n`
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

function ledgerMaster({ name, group, hasCostCentres }: TallyFileContent['ledgers'][number]): string {
  return [
    `<LEDGER NAME="${xmlText(name)}" ACTION="Create">\n<NAME.LIST>${element('NAME', name).trim()}</NAME.LIST>\n`,
    element('PARENT', group),
    element('ISBILLWISEON', 'No'),
    element('ISCOSTCENTRESON', yesOrNo(hasCostCentres)),
    '</LEDGER>\n',
  ].join('')
}

function costCentreMaster(name: string): string {
  return [
    `<COSTCENTRE NAME="${xmlText(name)}" ACTION="Create">\n<NAME.LIST>${element('NAME', name).trim()}</NAME.LIST>\n`,
    element('CATEGORY', COST_CATEGORY),
    '</COSTCENTRE>\n',
  ].join('')
}

/** The category of cost centres that every company in Tally has. */
const COST_CATEGORY = 'Primary Cost Category'

function voucherXml({ action, voucher }: VoucherOfFile): string {
  const { remoteId, type, day, number, narration, reference } = voucher
  const date = day.replaceAll('-', '')
  return [
    `<VOUCHER REMOTEID="${xmlText(remoteId)}" VCHTYPE="${type}" ACTION="${action}" OBJVIEW="Accounting Voucher View">\n`,
    element('DATE', date),
    element('EFFECTIVEDATE', date),
    element('GUID', remoteId),
    element('VOUCHERTYPENAME', type),
    element('VOUCHERNUMBER', number),
    reference === null ? '' : element('REFERENCE', reference),
    element('NARRATION', narration),
    element('ISCANCELLED', yesOrNo(action === 'Cancel')),
    ...(action === 'Cancel' ? [] : [element('PARTYLEDGERNAME', partyLedgerOf(voucher)), ...voucher.lines.map(lineXml)]),
    '</VOUCHER>\n',
  ].join('')
}

/** Tally names in its lists of vouchers the side that is not cash; of a contra the receiver. */
const partyLedgerOf = ({ type, lines }: TallyVoucher) => lines[type === 'Receipt' ? 1 : 0].ledger

/** A debit is below zero, and deemed positive. */
function lineXml({ side, ledger, paise, costCentre }: TallyVoucherLine): string {
  const amount = formatAmount(side === 'debit' ? -paise : paise)
  const sign = element('ISDEEMEDPOSITIVE', yesOrNo(side === 'debit'))
  const allocation =
    costCentre === null
      ? ''
      : [
          '<CATEGORYALLOCATIONS.LIST>\n',
          element('CATEGORY', COST_CATEGORY),
          sign,
          '<COSTCENTREALLOCATIONS.LIST>\n',
          element('NAME', costCentre),
          element('AMOUNT', amount),
          '</COSTCENTREALLOCATIONS.LIST>\n</CATEGORYALLOCATIONS.LIST>\n',
        ].join('')
  return [
    '<ALLLEDGERENTRIES.LIST>\n',
    element('LEDGERNAME', ledger),
    sign,
    element('AMOUNT', amount),
    allocation,
    '</ALLLEDGERENTRIES.LIST>\n',
  ].join('')
}
