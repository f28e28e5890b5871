import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { TALLY_GROUPS, type TallyGroup } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'
import type { TallyLayout } from './tally-layout-version.ts'
import { foldTallyName, tallyName } from './tally-text.ts'

/** The ledgers of what the office has chosen none for. */

/** Names that Tally has itself, as groups and as ledgers: no ledger of ours may have one. */
const NAMES_OF_TALLY = new Set(
  [...TALLY_GROUPS, 'Cash', 'Profit & Loss A/c', 'Retained Earnings', 'Bank OCC A/c', 'Primary'].map(foldTallyName),
)

/** Words of purposes that keep an office running; every other purpose builds the site. */
const INDIRECT_WORDS = [
  ...['tea', 'snack', 'food', 'lunch', 'water bottle', 'stationery', 'printing', 'xerox', 'courier', 'mobile bill'],
  ...['mobile phone', 'mobile charge', 'recharge', 'internet', 'travel', 'traveling', 'travelling', 'bus fare'],
  ...['bus ticket', 'bus pass', 'taxi', 'hotel', 'office', 'donation', 'festival', 'medical'],
  ...['चाय', 'नाश्ता', 'नाश्ते', 'खाना', 'खाने', 'स्टेशनरी', 'मोबाइल', 'रिचार्ज', 'यात्रा', 'ऑफिस', 'चंदा'],
  ...['दवा', 'दवाई', 'दवाइयाँ'],
]
/** Words that keep an office running where they are the whole purpose: a mobile crane and a bus bar build the site. */
const INDIRECT_ALONE: ReadonlySet<string> = new Set(['mobile', 'bus'])

/** The words that layouts 1 and 2 looked for, also inside other words. */
const INDIRECT_PARTS = [
  ...['tea', 'snack', 'food', 'lunch', 'water bottle', 'stationery', 'printing', 'xerox', 'courier', 'mobile'],
  ...['recharge', 'internet', 'travel', 'bus', 'taxi', 'hotel', 'office', 'donation', 'festival', 'medical'],
  ...['चाय', 'नाश्ता', 'खाना', 'स्टेशनरी', 'मोबाइल', 'रिचार्ज', 'यात्रा', 'ऑफिस', 'चंदा', 'दवा'],
]

/** Between words. No version of Unicode changes these two properties. */
const WORD_SEPARATORS = /[\p{Pattern_White_Space}\p{Pattern_Syntax}_\u00a0\u0964]+/gu

/** One of the words, or its plural, in a text of words between single spaces. */
const INDIRECT_WORD = new RegExp(`(?:^| )(?:${INDIRECT_WORDS.join('|')})(?:s|es)?(?: |$)`)

function isIndirect(foldedPurpose: string, layout: TallyLayout): boolean {
  if (layout < 3) return INDIRECT_PARTS.some((part) => foldedPurpose.includes(part))
  const words = foldedPurpose.replaceAll(WORD_SEPARATORS, ' ').trim()
  return INDIRECT_ALONE.has(words) || INDIRECT_WORD.test(words)
}

/** Returns the ledger of cash of a person. */
export function defaultPersonName({ name, site }: { name: string; site: string | null }): string {
  return tallyName(site === null || site === '' ? `Cash – ${name}` : `Cash – ${name} (${site})`)
}

export const PERSON_GROUP: TallyGroup = 'Cash-in-Hand'

/** Returns the ledger from which head office pays by a mode. */
export function defaultModeLedger(mode: PaymentMode): TallyTarget {
  return mode === 'cash'
    ? { ledger: 'Head Office Cash', group: 'Cash-in-Hand' }
    : { ledger: 'Head Office Bank', group: 'Bank Accounts' }
}

/** Returns the ledger of a purpose, which has its name. */
export function defaultPurposeLedger(purpose: string, layout: TallyLayout): TallyTarget {
  const name = tallyName(purpose)
  const folded = foldTallyName(name)
  const group = isIndirect(folded, layout) ? 'Indirect Expenses' : 'Direct Expenses'
  if (name === '') return { ledger: 'Site Expenses', group }
  return { ledger: NAMES_OF_TALLY.has(folded) ? tallyName(`Site ${name}`) : name, group }
}

const CASH_AND_BANK: readonly TallyGroup[] = ['Cash-in-Hand', 'Bank Accounts', 'Bank OD A/c']

/** Returns whether Tally counts the ledgers of a group as cash or bank, by which it tells its vouchers apart. */
export const isCashOrBank = (group: TallyGroup | null) => group !== null && CASH_AND_BANK.includes(group)

const EXPENSES_AND_PURCHASES: readonly TallyGroup[] = [
  ...(['Direct Expenses', 'Indirect Expenses', 'Misc. Expenses (ASSET)', 'Purchase Accounts'] as const),
]

/** Returns whether the ledgers of a group have the site as their cost centre: only one side of a voucher is a cost. */
export function hasCostCentres(group: TallyGroup | null, layout: TallyLayout): boolean {
  if (layout < 4) return !isCashOrBank(group)
  return group !== null && EXPENSES_AND_PURCHASES.includes(group)
}
