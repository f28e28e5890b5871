import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { DayRangeFields } from '../../shared/entry/form/day-range-fields.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { NO_COMPANY_FILTER } from '../api/transaction-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { personFullName } from '../people/person-name.ts'
import { words } from './screen-texts.ts'

interface Props {
  filter: CompanyTransactionFilter
  onFilter(filter: CompanyTransactionFilter): void
}

/** The filter of the full list: words, days, credit or debit, account. The server applies all of it. */
export function TransactionFilterForm({ filter, onFilter }: Props) {
  const t = useWords(words)
  const sites = useNameOrder(useQuery(sitesQuery).data, personFullName)
  const supervisors = useNameOrder(useQuery(allSupervisorsQuery).data, personFullName)
  const [isOpen, setOpen] = useState(false)
  const [clears, setClears] = useState(0)
  // On a phone the fields would fill half the screen, so they open on demand. On a desk they are always open.
  const folded = isOpen ? '' : 'max-lg:hidden'
  return (
    <div className="grid gap-3 p-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(20rem,1.6fr)_auto] lg:field-row">
      <SearchField
        label={t.search}
        value={filter.q}
        onChange={(q) => onFilter({ ...filter, q })}
        className="lg:col-span-full"
      />
      <Button kind="secondary" className="lg:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal className="size-5" aria-hidden="true" />
        {t.filters(String(countActiveFilters(filter)))}
      </Button>
      <div className={folded}>
        <FormField label={t.type}>
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
        </FormField>
      </div>
      <div className={folded}>
        <FormField label={t.account}>
          {(parts) => (
            <Select
              {...parts}
              value={filter.account}
              onChange={(event) => onFilter({ ...filter, account: event.target.value })}
            >
              <option value="">{t.allAccounts}</option>
              <optgroup label={t.incharges}>
                {sites?.map((site) => (
                  <option key={site.id} value={site.id}>
                    {site.siteName === null ? personFullName(site) : `${personFullName(site)}, ${site.siteName}`}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t.supervisors}>
                {supervisors?.map((supervisor) => (
                  <option key={supervisor.id} value={supervisor.id}>
                    {personFullName(supervisor)}
                  </option>
                ))}
              </optgroup>
            </Select>
          )}
        </FormField>
      </div>
      <DayRangeFields
        key={clears}
        from={filter.from}
        to={filter.to}
        className={folded}
        onChange={(range) => onFilter({ ...filter, ...range })}
      />
      <Button
        kind="secondary"
        className={`${folded} lg:mt-7.5`}
        onClick={() => {
          setClears(clears + 1)
          onFilter(NO_COMPANY_FILTER)
        }}
      >
        {t.clear}
      </Button>
      {filter.purpose === '' ? null : (
        <p className="flex items-center gap-2 lg:col-span-full">
          <span className="min-w-0 break-words">
            {t.purpose}: <span className="font-strong">{filter.purpose}</span>
          </span>
          <Button
            kind="quiet"
            aria-label={t.anyPurpose}
            onClick={() => onFilter({ ...filter, purpose: '' })}
            className="w-12 px-0!"
          >
            <X className="size-5" aria-hidden="true" />
          </Button>
        </p>
      )}
      <div className={`-my-1.5 flex flex-wrap gap-x-6 lg:col-span-full ${folded}`}>
        <LabelledCheckbox
          label={t.withoutBill}
          checked={filter.bill === 'without'}
          onChange={(checked) => onFilter({ ...filter, bill: checked ? 'without' : '' })}
        />
        <LabelledCheckbox
          label={t.showDeleted}
          checked={filter.deleted !== ''}
          onChange={(checked) => onFilter({ ...filter, deleted: checked ? 'include' : '' })}
        />
        {filter.deleted === '' ? null : (
          <LabelledCheckbox
            label={t.onlyDeleted}
            checked={filter.deleted === 'only'}
            onChange={(checked) => onFilter({ ...filter, deleted: checked ? 'only' : 'include' })}
          />
        )}
      </div>
    </div>
  )
}

/** Returns the number of filters that are set, without the search and the worklist. */
export const countActiveFilters = ({ q: _, sort: __, worklist: ___, ...filters }: CompanyTransactionFilter) =>
  Object.values(filters).filter((value) => value !== '').length

interface LabelledCheckboxProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

function LabelledCheckbox({ label, checked, onChange }: LabelledCheckboxProps) {
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
