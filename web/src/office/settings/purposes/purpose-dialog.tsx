import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../../shared/design/controls/form-field.tsx'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { FormDialog } from '../../controls/form-dialog.tsx'
import { words } from './screen-texts.ts'
import { type SeenList, useSavePurposes } from './use-save-purposes.ts'

interface Props {
  seen: SeenList
  /** The purpose to change; undefined for a new one. */
  purpose: ListedPurpose | undefined
  onClose(): void
}

/** Adds a purpose to the list, changes one, or takes it off. */
export function PurposeDialog({ seen, purpose, onClose }: Props) {
  const t = useWords(words)
  const { save, problem, error, isSaving } = useSavePurposes(seen, onClose)
  const [name, setName] = useState(purpose?.name ?? '')
  const [hindi, setHindi] = useState(purpose?.hindi ?? '')
  const [others, setOthers] = useState(purpose?.aliases.join(', ') ?? '')
  const isEdited =
    name !== (purpose?.name ?? '') || hindi !== (purpose?.hindi ?? '') || others !== (purpose?.aliases.join(', ') ?? '')
  const rest = seen.purposes.filter((one) => one !== purpose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save([...rest, { name: name.trim(), hindi: hindi.trim(), aliases: wordsIn(others) }])
  }
  return (
    <FormDialog
      title={purpose === undefined ? t.addTitle : t.change(purpose.name)}
      isEdited={isEdited}
      isSaving={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" disabled={isSaving}>
          {isSaving ? t.saving : t.save}
        </Button>
      }
      other={
        purpose === undefined ? undefined : (
          <Button kind="secondary" disabled={isSaving} onClick={() => save(rest)}>
            {t.remove}
          </Button>
        )
      }
    >
      <FormField label={t.name} error={problem}>
        {(parts) => (
          <input
            {...parts}
            name="name"
            value={name}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            className={controlLook}
          />
        )}
      </FormField>
      <FormField label={t.hindi} optional={t.optional}>
        {(parts) => (
          <input
            {...parts}
            name="hindi"
            lang="hi"
            value={hindi}
            autoComplete="off"
            onChange={({ target }) => setHindi(target.value)}
            className={controlLook}
          />
        )}
      </FormField>
      <FormField label={t.others} optional={t.optional} hint={t.othersHint}>
        {(parts) => (
          <textarea
            {...parts}
            name="others"
            rows={3}
            value={others}
            onChange={({ target }) => setOthers(target.value)}
            className={`${controlLook} py-2.5`}
          />
        )}
      </FormField>
    </FormDialog>
  )
}

/** Returns the words of a text with commas or lines between. */
const wordsIn = (text: string): string[] =>
  text
    .split(/[,\n،]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
