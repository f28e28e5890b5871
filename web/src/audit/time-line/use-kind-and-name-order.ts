import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'

type AccountKind = BalancesAsOf['accounts'][number]['kind']

const KIND_ORDER: readonly AccountKind[] = ['head_office', 'site_incharge', 'supervisor', 'beneficiary']
const nameOf = ({ name }: { name: string }) => name

/** Returns accounts by kind, those of one kind in the order of names for a reader of the app's language. */
export function useKindAndNameOrder<Account extends { kind: AccountKind; name: string }>(
  accounts: readonly Account[],
): readonly Account[] {
  const byName = useNameOrder(accounts, nameOf) ?? []
  return byName.toSorted((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind))
}
