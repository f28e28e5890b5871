import { CalendarDays, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook } from '../../shared/design/controls/form-field.tsx'
import { DayRangeFields } from '../../shared/entry/form/day-range-fields.tsx'
// The server reports an invalid search in the sentences of forms.
import '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from '../site-dashboard/screen-texts.ts'
import { NO_RECENT_FILTER, type RecentTransactionsFilter } from './transaction-filter.ts'

export interface TransactionFilterBarProps {
  filter: RecentTransactionsFilter
  onFilter(filter: RecentTransactionsFilter): void
}

/** The search over the whole list, and whole days from and to (§2). The dates stay hidden until the user opens them. */
export function TransactionFilterBar({ filter, onFilter }: TransactionFilterBarProps) {
  const t = useWords(words)
  const [dates, setDates] = useState(filter.from !== '' || filter.to !== '')
  const [clears, setClears] = useState(0)
  const { from, to } = filter
  return (
    <div className="grid gap-3 px-4 pb-2 md:pb-4">
      <div className="flex gap-2">
        <div className="relative flex-1">
          <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-ink-soft" aria-hidden="true" />
          <input
            type="search"
            aria-label={t.search}
            placeholder={t.search}
            value={filter.text}
            onChange={(event) => onFilter({ ...filter, text: event.target.value })}
            className={`${controlLook} pl-10`}
          />
        </div>
        <Button
          kind="secondary"
          aria-label={t.dates}
          aria-expanded={dates}
          onClick={() => setDates(!dates)}
          className="px-3.5!"
        >
          <CalendarDays className="size-5" aria-hidden="true" />
        </Button>
      </div>
      {dates ? (
        <div className="grid gap-3">
          <DayRangeFields key={clears} {...{ from, to }} onChange={(range) => onFilter({ ...filter, ...range })} />
          <Button
            kind="secondary"
            onClick={() => {
              setClears(clears + 1)
              onFilter(NO_RECENT_FILTER)
            }}
          >
            {t.clear}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
