import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import { PAYMENT_MODE_LABELS } from '@ledger/contracts/labels/transaction-labels.ts'
import { hasCostCentres, isCashOrBank } from './default-ledgers.ts'
import type { LedgerNames, ResolvedLedger } from './resolve-ledgers.ts'
import type { TallyLayout } from './tally-layout-version.ts'
import { tallyText } from './tally-text.ts'

export type TallyVoucherType = 'Payment' | 'Receipt' | 'Contra' | 'Journal'

/** One side of a voucher. `paise` is above 0. */
export interface TallyVoucherLine {
  side: 'debit' | 'credit'
  ledger: string
  paise: number
  /** The site of an expense or purchase; null where the entry has none. */
  costCentre: string | null
}

/** An entry as Tally takes it: its two lines balance, the debit first. */
export interface TallyVoucher {
  /** The id of the entry: what an import of it later alters. */
  remoteId: string
  type: TallyVoucherType
  day: Day
  /** Such as `P/26-27/000123`. */
  number: string
  narration: string
  reference: string | null
  lines: readonly [TallyVoucherLine, TallyVoucherLine]
}

/** The voucher of an entry that was deleted: Tally keeps its number, without lines. */
export type CancelledVoucher = Omit<TallyVoucher, 'lines'>

interface NumberedEntry {
  id: string
  number: string
  entry: Entry
}

/**
 * Returns the voucher of an entry, or undefined where something that it needs has no ledger.
 * @param layout that of the file that it is in
 * @param onUsed is told everything that it needs, with its ledger
 */
export function toTallyVoucher(
  { id, number, entry }: NumberedEntry,
  names: LedgerNames,
  layout: TallyLayout,
  onUsed: (needed: ResolvedLedger) => void = () => undefined,
): TallyVoucher | undefined {
  const day = dayOf(entry.date)
  const siteId = names.siteOn(entry.account.id, entry.account.role, day)
  const site = siteId === null ? null : names.site(siteId)
  const [debit, credit] = debitAndCreditOf(entry, names, layout)
  for (const needed of [debit, credit, site]) if (needed) onUsed(needed)
  if (debit.target === null || credit.target === null || (site && site.target === null)) return undefined
  const costCentre = site?.target?.ledger ?? null
  const line = (side: TallyVoucherLine['side'], { ledger, group }: NonNullable<ResolvedLedger['target']>) => ({
    ...{ side, ledger, paise: entry.paise },
    costCentre: hasCostCentres(group, layout) ? costCentre : null,
  })
  return {
    ...headOf({ id, number, entry }, [debit, credit]),
    lines: [line('debit', debit.target), line('credit', credit.target)],
  }
}

/** Returns the voucher of a deleted entry, also where something has no ledger. */
export function toCancelledVoucher(numbered: NumberedEntry, names: LedgerNames, layout: TallyLayout): CancelledVoucher {
  return headOf(numbered, debitAndCreditOf(numbered.entry, names, layout))
}

function headOf({ id, number, entry }: NumberedEntry, [debit, credit]: Sides): CancelledVoucher {
  return {
    remoteId: id,
    type: voucherTypeOf(isCash(debit), isCash(credit)),
    ...{ day: dayOf(entry.date), number, reference: entry.reference, narration: narrationOf(entry) },
  }
}

/** Without a ledger a side counts as what it is by default. */
const isCash = ({ kind, target }: ResolvedLedger) =>
  target === null ? kind === 'person' || kind === 'mode' : isCashOrBank(target.group)

type Sides = [debit: ResolvedLedger, credit: ResolvedLedger]

/** Returns what receives the money, and what gives it. */
function debitAndCreditOf(entry: Entry, names: LedgerNames, layout: TallyLayout): Sides {
  switch (entry.kind) {
    case 'credit':
      return [names.person(entry.account.id), names.mode(entry.paymentMode)]
    case 'debit':
      return [names.expense(entry.purpose, entry.beneficiary, layout), names.person(entry.account.id)]
    case 'transfer':
      return [names.person(entry.counterparty.id), names.person(entry.account.id)]
  }
}

/** Tally tells its vouchers apart by where cash and bank stand. */
function voucherTypeOf(isCashDebit: boolean, isCashCredit: boolean): TallyVoucherType {
  if (isCashDebit) return isCashCredit ? 'Contra' : 'Receipt'
  return isCashCredit ? 'Payment' : 'Journal'
}

function narrationOf(entry: Entry): string {
  const { purpose, narration, reference, paymentMode } = entry
  const party =
    entry.kind === 'debit'
      ? `${entry.account.name} paid ${entry.beneficiary.name}`
      : entry.kind === 'credit'
        ? `Sent to ${entry.account.name}`
        : `${entry.account.name} gave ${entry.counterparty.name}`
  const parts = [party, purpose, narration, reference === null ? '' : `Ref ${reference}`]
  return tallyText([...parts, PAYMENT_MODE_LABELS[paymentMode].en].filter((part) => part !== '').join('; '))
}
