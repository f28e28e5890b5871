import { beneficiaryId, nameInBeneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { BeneficiaryCombobox } from '../../shared/beneficiaries/beneficiary-combobox.tsx'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { beneficiaryPages } from '../api/report-queries.ts'
import { DESK_CONTROL } from '../controls/drop-menu.tsx'
import { words } from './screen-texts.ts'

/** The longest text that the server searches for. */
const LONGEST_SEARCH = 100

interface Props {
  /** The id of the chosen beneficiary, "" for any. */
  chosen: string
  /** The name that the rows of the filter have, where there are any. */
  party: string
  /** Called with the id and the name; "" for any. */
  onChoose(id: string, name: string): void
}

/** A filter of one beneficiary, found by typing among all that the company ever paid, the most paid first. */
export function BeneficiaryPicker({ chosen, party, onChoose }: Props) {
  const t = useWords(words)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** The text in the box while it is typed. Left without a choice, the box shows the chosen name again. */
  const [typed, setTyped] = useState<string>()
  const q = useDebouncedText((typed ?? '').trim())
  const { data } = useInfiniteQuery({ ...beneficiaryPages(q), placeholderData: keepPreviousData })
  const found = data?.pages.flatMap((page) => page.rows) ?? []
  const name = found.find((one) => one.id === chosen)?.name ?? (party || nameInBeneficiaryId(chosen))
  const others = found.filter((one) => one.id !== chosen)
  const choose = (next: string, nameOfNext = '') => {
    if (next !== chosen) onChoose(next, nameOfNext)
  }
  return (
    <div data-field className="flex items-center gap-2">
      <label htmlFor={id}>{t.beneficiary}</label>
      <div className="w-60">
        <BeneficiaryCombobox
          parts={{ id, 'aria-invalid': false, 'aria-describedby': undefined }}
          look={`${DESK_CONTROL} w-full truncate pr-12 ${chosen === '' ? '' : 'border-ink font-strong'}`}
          acceptsNew={false}
          value={typed ?? name}
          beneficiaries={chosen === '' ? others : [{ id: chosen, name }, ...others]}
          maxLength={LONGEST_SEARCH}
          onType={(text) => {
            setTyped(text)
            if (text === '') choose('')
          }}
          onPick={(picked) => {
            setTyped(undefined)
            choose(beneficiaryId(picked), picked)
          }}
          onLeave={() => setTyped(undefined)}
          inputRef={input}
        />
      </div>
      {chosen === '' ? null : (
        <button
          type="button"
          aria-label={t.anyBeneficiary}
          onClick={() => {
            choose('')
            input.current?.focus()
          }}
          className={`${DESK_CONTROL} w-9 justify-center px-0`}
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
