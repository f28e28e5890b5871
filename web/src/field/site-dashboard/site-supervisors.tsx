import { useQuery } from '@tanstack/react-query'
import { supervisorBalancesQuery } from '../../shared/api/field-queries.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { words } from './screen-texts.ts'

interface Props {
  /** Whether the first screen has its answers: on a slow line this one is asked for after them. */
  isReady: boolean
}

/** The supervisors of the own site and what each has. Nothing is shown where the site has none. */
export function SiteSupervisors({ isReady }: Props) {
  const t = useWords(words)
  const supervisors = useNameOrder(useQuery({ ...supervisorBalancesQuery, enabled: isReady }).data, ({ name }) => name)
  if (supervisors === undefined || supervisors.length === 0) return null
  // Two people of one site may have one name.
  const keyed = supervisors.map((one, index) => ({ ...one, key: `${index} ${one.name}` }))
  return (
    <section aria-label={t.siteSupervisors} className="rounded-sheet border border-rule bg-sheet">
      <h2 className="px-4 pt-4 pb-1 font-heavy text-lead md:px-5">{t.siteSupervisors}</h2>
      <ul className="pb-2">
        {keyed.map(({ key, name, currentBalance }) => (
          <li
            key={key}
            className="flex min-h-11 tiny:flex-wrap items-center justify-between gap-x-3 border-rule border-t px-4 first:border-t-0 md:px-5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <span className={`figures ml-auto font-heavy ${currentBalance.startsWith('-') ? 'text-debit' : ''}`}>
              {rupees(currentBalance)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
