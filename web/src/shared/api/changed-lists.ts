import type { ChangeKind } from '@ledger/contracts/changes.ts'

/** Whose screens: those of the field, or of head office. */
export type Door = 'site' | 'admin'

/** Which calls show what. Head office sees today's names in the rows of lists too, and sums of money in the lists of people. */
const SHOWN: Record<Door, Record<ChangeKind, readonly string[]>> = {
  site: {
    balance: ['balance'],
    transactions: ['transactions', 'ledger', 'summary', 'recipients'],
    beneficiaries: ['beneficiaries'],
    people: ['supervisors'],
  },
  admin: {
    balance: ['sites', 'supervisors', 'ledger'],
    transactions: ['transactions', 'ledger', 'summary', 'beneficiaries'],
    beneficiaries: ['beneficiaries'],
    people: ['sites', 'supervisors', 'auditors', 'transactions', 'ledger', 'summary'],
  },
}

/** The paths of the calls that show changes of these kinds: the first keys of their queries. */
export function changedLists(door: Door, kinds: Iterable<ChangeKind>): ReadonlySet<unknown> {
  return new Set([...kinds].flatMap((kind) => SHOWN[door][kind]).map((name) => `/api/${door}/${name}`))
}
