import { beneficiaryId } from '@ledger/contracts/beneficiaries.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import { type Ref, useState } from 'react'
import { controlLook, type FieldParts } from '../design/field.tsx'
import { OrDivider } from '../design/or-divider.tsx'
import { Select } from '../design/select.tsx'
import { useWords } from '../language/words.ts'
import { WithVoice } from '../voice/with-voice.tsx'
import { words } from './words.ts'

interface Props {
  parts: FieldParts
  value: string
  beneficiaries: readonly Beneficiary[]
  maxLength: number
  onChange(recipient: string): void
  /** Where the focus goes when the rule is broken. */
  inputRef: Ref<HTMLInputElement>
}

/** §5: picked from the list, or a new name; choosing one clears the other. Without a list there is only the name. */
export function RecipientField({ parts, value, beneficiaries, maxLength, onChange, inputRef }: Props) {
  const t = useWords(words)
  const [typing, setTyping] = useState(false)
  const picked = !typing && beneficiaries.some(({ name }) => name === value)
  const { id, ...described } = parts
  const hear = (text: string) => {
    // A recogniser's capitals are its own; the ledger takes both spellings for one beneficiary as well.
    const known = beneficiaries.find(({ id }) => id === beneficiaryId(text))
    setTyping(known === undefined)
    onChange(known?.name ?? text)
  }
  return (
    <div>
      {beneficiaries.length === 0 ? null : (
        <>
          <Select
            id={id}
            {...described}
            value={picked ? value : ''}
            onChange={(event) => {
              setTyping(false)
              onChange(event.target.value)
            }}
          >
            <option value="">{t.pick}</option>
            {beneficiaries.map((beneficiary) => (
              <option key={beneficiary.id} value={beneficiary.name}>
                {beneficiary.name}
              </option>
            ))}
          </Select>
          <OrDivider />
        </>
      )}
      <WithVoice field={t.paidTo} kind="text" onHeard={hear}>
        <input
          {...described}
          ref={inputRef}
          {...(beneficiaries.length === 0 ? { id } : { 'aria-label': t.newName })}
          name="recipient"
          placeholder={t.newName}
          autoComplete="off"
          maxLength={maxLength}
          value={picked ? '' : value}
          onChange={(event) => {
            setTyping(true)
            onChange(event.target.value)
          }}
          className={controlLook}
        />
      </WithVoice>
    </div>
  )
}
