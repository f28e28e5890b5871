import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DESK_CONTROL } from '../controls/drop-menu.tsx'
import { words } from './screen-texts.ts'

interface Props {
  selected: readonly Beneficiary[]
  onMerge(beneficiaries: readonly Beneficiary[]): void
  onClear(): void
}

/** The number of selected beneficiaries, and what can be done with two or more; nothing while none is selected. */
export function MergeSelection({ selected, onMerge, onClear }: Props) {
  const t = useWords(words)
  if (selected.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-ink-soft text-small">{t.selected(countText(selected.length))}</span>
      <button type="button" onClick={onClear} className={`${DESK_CONTROL} max-lg:min-h-11`}>
        {t.clear}
      </button>
      <button
        type="button"
        disabled={selected.length < 2}
        onClick={() => onMerge(selected)}
        className={`${DESK_CONTROL} font-strong max-lg:min-h-11`}
      >
        {t.merge}
      </button>
    </div>
  )
}
