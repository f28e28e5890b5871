import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { NO_COMPANY_FILTER } from '../api/transaction-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { personFullName } from '../people/person-and-site-names.ts'
import { words } from './screen-texts.ts'

interface Props {
  filter: CompanyTransactionFilter
  onFilter(filter: CompanyTransactionFilter): void
}

/**
 * The filter of the full list on a screen that is narrower than a desk's: words and period, and behind a button credit
 * or debit, account, bill and deletion. The server applies all of it.
 */
export function TransactionFilterForm({ filter, onFilter }: Props) {
  const t = useWords(words)
  const sites = useNameOrder(useQuery(sitesQuery).data, personFullName)
  const supervisors = useNameOrder(useQuery(allSupervisorsQuery).data, personFullName)
  // The fields would fill half the screen of a phone, so they open on demand.
  const [isOpen, setOpen] = useState(false)
  const [clears, setClears] = useState(0)
  return (
    <div className="grid gap-3 p-4 md:px-5">
      <SearchField label={t.search} value={filter.q} onChange={(q) => onFilter({ ...filter, q })} className="" />
      <PeriodBar
        // After Clear no half date is left.
        key={clears}
        period={{ from: filter.from, to: filter.to }}
        onChange={(period) => onFilter({ ...filter, ...period })}
      />
      <Button kind="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal className="size-5" aria-hidden="true" />
        {t.filters(String(countFilters(filter)))}
      </Button>
      {filter.purpose === '' ? null : (
        <p className="flex items-center gap-2">
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
      {isOpen ? (
        <>
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
          <div className="-my-1.5 flex flex-wrap gap-x-6">
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
          <Button
            kind="secondary"
            onClick={() => {
              setClears(clears + 1)
              onFilter(NO_COMPANY_FILTER)
            }}
          >
            {t.clear}
          </Button>
        </>
      ) : null}
    </div>
  )
}

/** The parts of a filter that are in view without the button, and the order. */
const NOT_COUNTED = ['q', 'from', 'to', 'worklist', 'sort']

const countFilters = (filter: CompanyTransactionFilter) =>
  Object.entries(filter).filter(([name, value]) => value !== '' && !NOT_COUNTED.includes(name)).length

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
