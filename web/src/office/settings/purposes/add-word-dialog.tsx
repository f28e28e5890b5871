import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/design/controls/button.tsx'
import { FormField } from '../../../shared/design/controls/form-field.tsx'
import { Select } from '../../../shared/design/controls/select.tsx'
import { Dialog } from '../../../shared/design/dialog/dialog.tsx'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { RefusalMessage } from '../../controls/refusal-message.tsx'
import { words } from './screen-texts.ts'
import { type SeenList, useSavePurposes } from './use-save-purposes.ts'

interface Props {
  seen: SeenList
  /** A text that was typed and is not listed. */
  word: string
  nameOf(purpose: ListedPurpose): string
  onClose(): void
}

/** Adds a word to a purpose of the list, or makes it one. */
export function AddWordDialog({ seen, word, nameOf, onClose }: Props) {
  const t = useWords(words)
  const { save, problem, error, isSaving } = useSavePurposes(seen, onClose)
  const [chosen, setChosen] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(
      chosen === ''
        ? [...seen.purposes, { name: word, hindi: '', aliases: [] }]
        : seen.purposes.map((one) => (one.name === chosen ? { ...one, aliases: [...one.aliases, word] } : one)),
    )
  }
  return (
    <Dialog title={t.addWordOf(word)} onClose={() => (isSaving ? undefined : onClose())}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <FormField label={t.meansWhat} error={problem}>
          {(parts) => (
            <Select {...parts} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">{t.ownPurpose}</option>
              {seen.purposes.map((purpose) => (
                <option key={purpose.name} value={purpose.name}>
                  {t.anotherWordFor(nameOf(purpose))}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <RefusalMessage error={error} />
        <div className="grid grid-cols-2 gap-3 tiny:grid-cols-1">
          <Button kind="secondary" disabled={isSaving} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={isSaving}>
            {isSaving ? t.saving : t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
