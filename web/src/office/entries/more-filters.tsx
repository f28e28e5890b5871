import { parseAmount } from '@ledger/contracts/money.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { parseTypedAmount } from '../../shared/entry/form/parse-typed-amount.ts'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { DESK_CONTROL } from '../controls/drop-menu.tsx'
import { words } from './screen-texts.ts'

interface Props {
  filter: CompanyTransactionFilter
  onFilter(filter: CompanyTransactionFilter): void
  /** The purposes of the rows that are loaded, to choose from. */
  purposes: readonly string[]
  /** The name of the filter's beneficiary in the rows; "" where there is none. */
  party: string
}

/** Returns the number of filters that stand behind More. */
export const countMoreFilters = (filter: CompanyTransactionFilter) =>
  [filter.purpose, filter.beneficiary, filter.amountFrom, filter.amountTo, filter.bill, filter.deleted].filter(
    (value) => value !== '',
  ).length

/** Its combobox is the largest part of the filters, and few open them. */
const loadBeneficiaryPicker = () => import('./beneficiary-picker.tsx').then((part) => part.BeneficiaryPicker)

/** The rarer filters, in a row of their own below the others. */
export function MoreFilters({ filter, onFilter, purposes, party }: Props) {
  const t = useWords(words)
  const list = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <LazyComponent
        load={loadBeneficiaryPicker}
        with={{
          chosen: filter.beneficiary,
          party,
          onChoose: (beneficiary: string) => onFilter({ ...filter, beneficiary }),
        }}
        waiting={<span className="h-9 w-80" />}
      />
      <TypedFilter
        label={t.purpose}
        value={filter.purpose}
        list={list}
        onChange={(purpose) => onFilter({ ...filter, purpose })}
      />
      <datalist id={list}>
        {purposes.map((purpose) => (
          <option key={purpose} value={purpose} />
        ))}
      </datalist>
      <TypedFilter
        isAmount
        label={t.amountFrom}
        value={filter.amountFrom}
        onChange={(amountFrom) => onFilter({ ...filter, amountFrom })}
      />
      <TypedFilter
        isAmount
        label={t.amountTo}
        value={filter.amountTo}
        onChange={(amountTo) => onFilter({ ...filter, amountTo })}
      />
      <Check
        label={t.withoutBill}
        checked={filter.bill === 'without'}
        onChange={(checked) => onFilter({ ...filter, bill: checked ? 'without' : '' })}
      />
      <Check
        label={t.showDeleted}
        checked={filter.deleted !== ''}
        onChange={(checked) => onFilter({ ...filter, deleted: checked ? 'include' : '' })}
      />
      {filter.deleted === '' ? null : (
        <Check
          label={t.onlyDeleted}
          checked={filter.deleted === 'only'}
          onChange={(checked) => onFilter({ ...filter, deleted: checked ? 'only' : 'include' })}
        />
      )}
    </div>
  )
}

interface TypedFilterProps {
  label: string
  value: string
  isAmount?: boolean
  list?: string
  onChange(value: string): void
}

/** A filter that is typed: it counts once the typing pauses. */
function TypedFilter({ label, value, isAmount = false, list, onChange }: TypedFilterProps) {
  const t = useWords(words)
  const [typed, setTyped] = useState(value)
  const settled = useDebouncedText(typed.trim())
  /** The text that the address has, or will have in a moment: what is being typed after it stays. */
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  const read = (text: string) => (isAmount ? readAmountFilter(text) : text)
  const isWrong = read(settled) === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the typing pauses
  useEffect(() => {
    const text = read(settled)
    if (text === undefined || text === sent.current || settled !== typed.trim()) return
    sent.current = text
    onChange(text)
  }, [settled])
  return (
    <label data-field className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {label}
      <input
        value={typed}
        list={list}
        inputMode={isAmount ? 'decimal' : undefined}
        maxLength={200}
        autoComplete="off"
        aria-invalid={isWrong}
        onChange={({ target }) => setTyped(target.value)}
        className={`${DESK_CONTROL} aria-invalid:border-2 aria-invalid:border-debit ${isAmount ? 'figures w-28 text-right' : 'w-44'}`}
      />
      {isWrong ? (
        <span role="alert" className="font-strong text-debit">
          {t.noAmount}
        </span>
      ) : null}
    </label>
  )
}

/** Returns the amount as the address has it; undefined for a text that is not one amount, which is not sent. */
function readAmountFilter(text: string): string | undefined {
  const amount = parseTypedAmount(text)
  return amount === '' || amount === undefined || parseAmount(amount) !== undefined ? amount : undefined
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className="flex min-h-9 items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-ink"
      />
      {label}
    </label>
  )
}
