import { useQuery } from '@tanstack/react-query'
import type { CompanyFilter } from '../admin-calls/money.ts'
import { NO_FILTER } from '../admin-calls/money.ts'
import { supervisorsQuery } from '../admin-calls/people.ts'
import { nameOf } from '../admin-dashboard/name-of.ts'
import { SearchField } from '../admin-dashboard/search-field.tsx'
import { sitesQuery } from '../api/office.ts'
import { Button } from '../design/button.tsx'
import { Field } from '../design/field.tsx'
import { Select } from '../design/select.tsx'
import { useWords } from '../language/words.ts'
import { DateRange } from './date-range.tsx'
import { words } from './words.ts'

interface Props {
  filter: CompanyFilter
  onFilter(filter: CompanyFilter): void
}

/** What narrows the full list: words, days, credit or debit, whose. All of it is asked of the server. */
export function TransactionFilter({ filter, onFilter }: Props) {
  const t = useWords(words)
  const sites = useQuery(sitesQuery)
  const supervisors = useQuery(supervisorsQuery)
  return (
    <div className="grid gap-3 p-4 md:px-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(20rem,1.6fr)_auto] lg:items-end">
      <SearchField
        label={t.search}
        value={filter.q}
        onChange={(q) => onFilter({ ...filter, q })}
        className="max-lg:order-first"
      />
      <Field label={t.type}>
        {(parts) => (
          <Select
            {...parts}
            value={filter.type}
            onChange={({ target: { value } }) =>
              onFilter({ ...filter, type: value === 'credit' || value === 'debit' ? value : '' })
            }
          >
            <option value="">{t.allTypes}</option>
            <option value="credit">{t.credits}</option>
            <option value="debit">{t.debits}</option>
          </Select>
        )}
      </Field>
      <Field label={t.account}>
        {(parts) => (
          <Select
            {...parts}
            value={filter.account}
            onChange={(event) => onFilter({ ...filter, account: event.target.value })}
          >
            <option value="">{t.allAccounts}</option>
            <optgroup label={t.incharges}>
              {sites.data?.map((site) => (
                <option key={site.id} value={site.id}>
                  {site.siteName === null ? nameOf(site) : `${nameOf(site)}, ${site.siteName}`}
                </option>
              ))}
            </optgroup>
            <optgroup label={t.supervisors}>
              {supervisors.data?.map((supervisor) => (
                <option key={supervisor.id} value={supervisor.id}>
                  {nameOf(supervisor)}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
      <DateRange from={filter.from} to={filter.to} onChange={(range) => onFilter({ ...filter, ...range })} />
      <Button kind="secondary" onClick={() => onFilter(NO_FILTER)}>
        {t.clear}
      </Button>
      <div className="-my-1.5 flex flex-wrap gap-x-6 lg:col-span-full">
        <Tick
          label={t.showDeleted}
          checked={filter.deleted !== ''}
          onChange={(checked) => onFilter({ ...filter, deleted: checked ? 'include' : '' })}
        />
        {filter.deleted === '' ? null : (
          <Tick
            label={t.onlyDeleted}
            checked={filter.deleted === 'only'}
            onChange={(checked) => onFilter({ ...filter, deleted: checked ? 'only' : 'include' })}
          />
        )}
      </div>
    </div>
  )
}

interface TickProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-2.5 rounded-brick pr-2 font-strong has-focus-visible:outline-3 has-focus-visible:outline-ink">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="grid h-11 w-6 shrink-0 cursor-pointer appearance-none place-items-center outline-none before:size-5 before:rounded-[3px] before:border-2 before:border-edge before:bg-sheet before:inset-ring-3 before:inset-ring-sheet checked:before:border-ink checked:before:bg-ink"
      />
      {label}
    </label>
  )
}
