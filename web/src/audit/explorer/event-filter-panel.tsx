import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { roleLabels } from '../../shared/language/role-labels.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { useOpenedAccounts } from '../api/use-opened-accounts.ts'
import { eventTypeLabels } from '../sentences/event-type-labels.ts'
import { type EventSearchParams, parseEventSearch } from './event-search-params.ts'
import { words } from './screen-texts.ts'

interface Props {
  filter: EventSearchParams
  types: readonly EventType[]
  onChange(filter: EventSearchParams): void
}

/** The filter of the events. A phone opens it on demand; a desk shows it beside them. */
export function EventFilterPanel({ filter, types, onChange }: Props) {
  const t = useWords(words)
  const names = useWords(eventTypeLabels)
  const [open, setOpen] = useState(false)
  const [clears, setClears] = useState(0)
  const people = useAccountOptions()
  const set = (field: keyof EventSearchParams, value: string) =>
    onChange(parseEventSearch({ ...filter, [field]: value }))
  const count = Object.keys(filter).filter((field) => field !== 'order').length
  return (
    <section aria-label={t.filter} className="grid gap-4 lg:rounded-sheet lg:border lg:border-rule lg:bg-sheet lg:p-4">
      <Button kind="secondary" aria-expanded={open} onClick={() => setOpen(!open)} className="lg:hidden">
        <SlidersHorizontal className="size-5" aria-hidden="true" />
        {t.filter}
        {count === 0 ? null : <span className="figures">({count})</span>}
      </Button>
      <div className={`gap-4 ${open ? 'grid' : 'hidden'} lg:grid`}>
        <FormField label={t.type}>
          {(parts) => (
            <Select {...parts} value={filter.type ?? ''} onChange={(event) => set('type', event.target.value)}>
              <option value="">{t.all}</option>
              {types.map((type) => (
                <option key={type} value={type}>
                  {names[type]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label={t.account}>
          {(parts) => (
            <Select {...parts} value={filter.account ?? ''} onChange={(event) => set('account', event.target.value)}>
              <option value="">{t.all}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label={t.actor}>
          {(parts) => (
            <Select {...parts} value={filter.actor ?? ''} onChange={(event) => set('actor', event.target.value)}>
              <option value="">{t.all}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <PeriodBar
          key={clears}
          period={{ from: filter.from ?? '', to: filter.to ?? '' }}
          isColumn
          onChange={(range) => onChange(parseEventSearch({ ...filter, ...range }))}
        />
        <FormField label={t.order}>
          {(parts) => (
            <Select {...parts} value={filter.order ?? ''} onChange={(event) => set('order', event.target.value)}>
              <option value="">{t.newest}</option>
              <option value="oldest">{t.oldest}</option>
            </Select>
          )}
        </FormField>
      </div>
      {filter.transaction === undefined ? null : <p className="text-ink-soft">{t.oneEntry}</p>}
      {count === 0 ? null : (
        <Button
          kind="quiet"
          onClick={() => {
            setClears(clears + 1)
            onChange({})
          }}
        >
          {t.clear}
        </Button>
      )}
    </section>
  )
}

/** Returns every account that ever existed, with the role that it had when it was opened. */
function useAccountOptions(): { id: string; name: string }[] {
  const roles = useWords(roleLabels)
  return useOpenedAccounts().map(({ id, name, role }) => ({ id, name: `${name}, ${roles[role]}` }))
}
