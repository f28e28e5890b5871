import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { newestBeneficiariesQuery } from './beneficiary-queries.ts'
import { findLookAlikes } from './find-look-alikes.ts'
import { words } from './screen-texts.ts'

/** The most groups that are suggested at once: the next ones come when these are merged. */
const MAX_SUGGESTIONS = 3

/** A quiet line with names that are likely one; nothing where there are none. */
export function LookAlikes({ onMerge }: { onMerge(beneficiaries: readonly Beneficiary[]): void }) {
  const t = useWords(words)
  const { data } = useQuery(newestBeneficiariesQuery)
  const groups = useMemo(() => findLookAlikes(data ?? []).slice(0, MAX_SUGGESTIONS), [data])
  if (groups.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 px-4 pb-3 text-ink-soft text-small md:px-5 print:hidden">
      <span>{t.lookAlike}</span>
      <ul className="contents">
        {groups.map((group) => {
          const names = group.map(({ name }) => name).join(', ')
          return (
            <li key={names} className="flex min-w-0 flex-wrap items-center gap-x-2">
              <span className="min-w-0 text-ink [overflow-wrap:anywhere]">{names}</span>
              <button
                type="button"
                aria-label={t.mergeThese(names)}
                onClick={() => onMerge(group)}
                className="inline-flex min-h-11 min-w-11 items-center justify-center text-ink underline underline-offset-4 hover:no-underline lg:min-h-8"
              >
                {t.merge}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
