import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { UserPlus } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'
import { BeneficiaryCombobox } from '../../shared/beneficiaries/beneficiary-combobox.tsx'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { OrDivider } from '../../shared/design/controls/or-divider.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { FieldWithVoice } from '../../shared/voice/field-with-voice.tsx'
import { words } from './screen-texts.ts'

interface Props {
  value: string
  error: string | undefined
  /** The beneficiaries that this account has paid, the last one first. */
  beneficiaries: readonly Beneficiary[]
  /** The note about fields that were filled in because of the name. */
  note: string | undefined
  onChange(recipient: string): void
  /** Called when a name of the list was chosen. */
  onKnown(name: string): void
  /** Receives the focus when the rule is broken. */
  inputRef: Ref<HTMLInputElement>
}

/**
 * §5: a name is picked from the list or typed as a new one, and choosing one clears the other. The box over the list
 * accepts a new name as well. A separate field for it is behind the "or".
 */
export function RecipientField({ value, error, beneficiaries, note, onChange, onKnown, inputRef }: Props) {
  const t = useWords(words)
  const [apart, setApart] = useState<'closed' | 'open' | 'typing'>('closed')
  const newNameHint = useId()
  const open = useRef<(text: string) => void>(() => undefined)
  const known = (text: string) => {
    const asked = beneficiaryId(text)
    return beneficiaries.find(
      ({ id, name, also }) => id === asked || (also && [name, ...also].some((one) => beneficiaryId(one) === asked)),
    )?.name
  }
  const isNew = value.trim() !== '' && beneficiaries.length > 0 && known(value) === undefined

  const take = (text: string) => {
    const name = known(text)
    if (apart === 'typing') setApart('open')
    onChange(name ?? text)
    if (name !== undefined) onKnown(name)
  }
  const hear = (text: string) => {
    take(text)
    // A recogniser spells names in its own way: names that sound alike are offered before the text becomes a new name.
    if (known(text) === undefined) open.current(text)
  }
  return (
    <div>
      <FormField label={t.paidTo} error={error} hint={note ?? (isNew && apart !== 'typing' ? t.isNew : undefined)}>
        {(parts) => (
          <FieldWithVoice field={t.paidTo} kind="text" onHeard={hear}>
            <BeneficiaryCombobox
              parts={parts}
              name="recipient"
              placeholder={t.find}
              acceptsNew
              value={apart === 'typing' ? '' : value}
              beneficiaries={beneficiaries}
              onType={(text) => {
                if (apart === 'typing') setApart('open')
                onChange(text)
              }}
              onPick={take}
              inputRef={inputRef}
              openRef={open}
            />
          </FieldWithVoice>
        )}
      </FormField>
      <p role="status" className="sr-only">
        {note}
      </p>
      {beneficiaries.length === 0 ? null : (
        <>
          <OrDivider />
          {apart === 'closed' ? (
            <Button kind="secondary" onClick={() => setApart('open')} className="w-full">
              <UserPlus className="size-5" aria-hidden="true" />
              {t.newName}
            </Button>
          ) : (
            <>
              <input
                // The field takes the place of the button that opened it.
                // biome-ignore lint/a11y/noAutofocus: who pressed the button wants to type
                autoFocus
                aria-label={t.newName}
                aria-describedby={isNew && apart === 'typing' ? newNameHint : undefined}
                placeholder={t.newName}
                autoComplete="off"
                value={apart === 'typing' ? value : ''}
                onChange={(event) => {
                  setApart('typing')
                  onChange(event.target.value)
                }}
                className={controlLook}
              />
              {isNew && apart === 'typing' ? (
                <p id={newNameHint} className="mt-1.5 text-ink-soft text-small">
                  {t.isNew}
                </p>
              ) : null}
            </>
          )}
        </>
      )}
    </div>
  )
}
