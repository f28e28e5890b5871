import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { OpenPeriod } from '../../shared/language/period-text.ts'
import { periodSearch } from '../../shared/period/period-search-params.ts'
import { DESK_CONTROL } from '../controls/drop-menu.tsx'
import { words } from './screen-texts.ts'

/** The way to the statement of an account, a beneficiary or head office for a period. */
export function StatementLink({ subject, period }: { subject: string; period: OpenPeriod }) {
  const t = useWords(words)
  return (
    <Link
      to="/admin/ledgers"
      search={{ ...periodSearch(period), of: subject }}
      hash="statements"
      className={`${DESK_CONTROL} max-lg:min-h-11`}
    >
      <ScrollText className="size-4" aria-hidden="true" />
      {t.link}
    </Link>
  )
}
