import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import type { TimeLineSearchParams } from './time-line-search-params.ts'

interface Props {
  account: Pick<BalancesAsOf['accounts'][number], 'account' | 'name' | 'kind'>
  moments: TimeLineSearchParams
}

/** Links an account in a table of balances to its ledger at that moment. */
export function AccountLedgerLink({ account: { account, name, kind }, moments }: Props) {
  const t = useWords(words)
  return (
    <Link
      to="/admin/audit/time-line/ledger"
      search={{ account, ...moments }}
      className="flex min-h-11 flex-col justify-center hover:underline"
    >
      <span className="block max-w-full break-words font-strong underline decoration-edge underline-offset-4">
        {kind === 'head_office' ? t.head_office : name}
      </span>
      {kind === 'head_office' ? null : <span className="block text-ink-soft text-small">{t[kind]}</span>}
    </Link>
  )
}
