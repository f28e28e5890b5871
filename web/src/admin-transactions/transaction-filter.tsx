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
    <div className="grid gap-3 p-4 md:px-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_auto] lg:items-end">
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
    </div>
  )
}
