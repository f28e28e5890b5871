import { WORKLISTS } from '@ledger/contracts/http/worklists/worklist-names.ts'
import { LARGEST_EXACT_COUNT } from '@ledger/contracts/largest-exact-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { worklistsQuery } from '../api/worklists-query.ts'
import { NearlySpentBudgets } from '../budgets/nearly-spent-budgets.tsx'
import { useWorklistTexts } from '../entries/worklist-titles-and-sentences.tsx'
import { words } from './screen-texts.ts'

const LINE =
  'flex min-h-11 items-center justify-between gap-3 px-4 focus-visible:-outline-offset-3 hover:bg-ground lg:min-h-9'

/**
 * The worklists, each with its count and the way to its entries. Where the counts do not come, the ways are there all
 * the same.
 */
export function Worklists() {
  const t = useWords(words)
  const worklists = useWorklistTexts()
  const { data, isPending } = useQuery(worklistsQuery)
  return (
    <section aria-labelledby="worklists-title" className="rounded-sheet border border-rule bg-sheet pb-1">
      <h2 id="worklists-title" className="px-4 py-3 font-heavy text-lead">
        {t.toLookAt}
      </h2>
      <ul>
        {WORKLISTS.map((name) => (
          <li key={name} className="border-rule border-t">
            <Link to="/admin/all-transactions" search={{ worklist: name }} className={LINE}>
              <span>{worklists[name].title}</span>
              <WorklistCount isPending={isPending} count={data?.[name]} />
            </Link>
          </li>
        ))}
        <li className="border-rule border-t">
          <Link to="/admin/ledgers" hash="cashCounts" className={LINE}>
            <span>{t.cashCountsThatDiffer}</span>
            <WorklistCount isPending={isPending} count={data?.cashCounts} />
          </Link>
        </li>
        <NearlySpentBudgets />
      </ul>
    </section>
  )
}

function WorklistCount({ isPending, count }: { isPending: boolean; count: number | undefined }) {
  if (isPending) return <SkeletonBar className="h-5 w-8" />
  if (count === undefined) return null
  return (
    <span className={`figures ${count === 0 ? 'text-ink-soft' : 'font-heavy'}`}>
      {count > LARGEST_EXACT_COUNT ? `${countText(LARGEST_EXACT_COUNT)}+` : countText(count)}
    </span>
  )
}
