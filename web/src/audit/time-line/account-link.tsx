import type { AsOf } from '@ledger/contracts/audit.ts'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../shared/language/words.ts'
import type { MomentSearch } from './moment-search.ts'
import { words } from './words.ts'

interface Props {
  account: Pick<AsOf['accounts'][number], 'account' | 'name' | 'kind'>
  moments: MomentSearch
}

/** Links an account in a table of balances to its ledger at that moment. */
export function AccountLink({ account: { account, name, kind }, moments }: Props) {
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
