import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import type { TrialBalance } from '@ledger/contracts/http/audit/trial-balance-schemas.ts'
import { type SealOfBook, sealInWords } from '@ledger/contracts/labels/seal-labels.ts'
import { HEAD_OFFICE_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { formatDay, formatKolkataTime } from '../formats/dates-and-rupees.ts'
import type { Book, BookColumn, BookHead, BookLine } from './book.ts'
import { BOOK_WORDS } from './book-words.ts'

type Account = BalancesAsOf['accounts'][number]
type Side = Pick<Account, 'received' | 'spent' | 'balance'>

/** The balances by the days of the entries, those by the moment of recording, or both. */
interface TrialBalances {
  dated: (Pick<TrialBalance, 'accounts' | 'trialBalance'> & { dated: string }) | undefined
  recorded: BalancesAsOf | undefined
}

const ACCOUNTS_PER_PART = 200
const NOTHING: Side = { received: '0.00', spent: '0.00', balance: '0.00' }

/**
 * Returns a trial balance as a book: a line for each account with received, spent and balance, and their sums, of which
 * that of the balances is 0. Two trial balances stand side by side, with the difference of each account's balances.
 */
export function trialBalanceAsBook({ dated, recorded }: TrialBalances, head: BookHead, seal: SealOfBook): Book {
  const { language } = head
  const t = BOOK_WORDS[language]
  const isBoth = dated !== undefined && recorded !== undefined
  const sides = [dated, recorded].filter((side) => side !== undefined)
  const money = (header: string): BookColumn => ({ header, kind: 'money', width: 22, points: isBoth ? 83 : 100 })
  const ofSide = (side: string) =>
    [t.received, t.spent, t.balance].map((header) => ({ ...money(`${side}: ${header}`), headLines: [side, header] }))
  const sums = sides.map(({ trialBalance: { received, spent, difference } }) => ({
    ...{ received, spent, balance: difference },
  }))
  const accounts = accountsOf(sides, language)
  return {
    ...head,
    title: t.trialBalance,
    sheetName: t.trialBalance,
    about: [t.wholeCompany],
    period: [
      ...(dated ? [t.dated(formatDay(dated.dated, language))] : []),
      ...(recorded ? [t.recorded(momentInWords(recorded, language))] : []),
    ].join(' · '),
    // The balances of a moment are of no days.
    seal: dated === undefined ? null : sealInWords(seal, language, (day) => formatDay(day, language)),
    proofCode: null,
    columns: [
      { header: t.account, kind: 'text', width: 34, points: isBoth ? 118 : 150 },
      { header: t.kind, kind: 'text', width: 16, points: isBoth ? 60 : 80 },
      ...(isBoth
        ? [...ofSide(t.ofDated), ...ofSide(t.ofRecorded), money(t.difference)]
        : [t.received, t.spent, t.balance].map(money)),
    ],
    at: { label: 0, in: 2, out: 3, balance: 4 },
    balances: null,
    total: null,
    totals: [t.total, null, ...figures(sums)],
    sums: [],
    signatures: [t.preparedBy, t.checkedBy, t.authorisedBy],
    async *lines() {
      for (let at = 0; at < accounts.length; at += ACCOUNTS_PER_PART)
        yield accounts.slice(at, at + ACCOUNTS_PER_PART).map((account) => accountLine(account, language))
    },
  }
}

const PART_OF_KIND: Record<Account['kind'], number> = {
  head_office: 0,
  site_incharge: 1,
  supervisor: 1,
  beneficiary: 2,
}

/**
 * Returns each account once, with its figures on every side: zeros where it was not yet. Head office comes first, then
 * people, then beneficiaries, each by name.
 */
function accountsOf(sides: readonly { accounts: readonly Account[] }[], language: Language) {
  const byId = new Map<string, { account: Account; sides: Side[] }>()
  sides.forEach(({ accounts }, index) => {
    for (const account of accounts) {
      const known = byId.get(account.account) ?? { account, sides: sides.map(() => NOTHING) }
      known.sides[index] = account
      byId.set(account.account, known)
    }
  })
  return sortByName([...byId.values()], language, ({ account }) => account.name).sort(
    (a, b) => PART_OF_KIND[a.account.kind] - PART_OF_KIND[b.account.kind],
  )
}

function accountLine({ account, sides }: { account: Account; sides: Side[] }, language: Language): BookLine {
  const t = BOOK_WORDS[language]
  const kinds = {
    head_office: t.kindHeadOffice,
    site_incharge: t.kindIncharge,
    supervisor: t.kindSupervisor,
    beneficiary: t.kindBeneficiary,
  }
  const name = account.kind === 'head_office' ? HEAD_OFFICE_LABEL[language] : account.name
  return [name, kinds[account.kind], ...figures(sides)]
}

/** Returns the figures of a line; of two sides also their difference. */
function figures(sides: readonly Side[]): string[] {
  const [one, other] = sides
  const all = sides.flatMap(({ received, spent, balance }) => [received, spent, balance])
  if (!one || !other) return all
  return [...all, formatAmount(paise(other.balance) - paise(one.balance))]
}

const paise = (decimal: string) => BigInt(decimal.replace('.', ''))

function momentInWords({ recordedAt, position }: BalancesAsOf, language: Language): string {
  return recordedAt === null ? `#${position}` : `${formatKolkataTime(recordedAt, language)} IST (#${position})`
}
