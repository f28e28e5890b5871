import { ENTRY_FIELD_LABELS } from '@ledger/contracts/entry-text-fields.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { controlLook, FormField } from '../../design/controls/form-field.tsx'
import { useWords } from '../../language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props {
  registered: UseFormRegisterReturn
  error: string | undefined
}

/** The number of a payment elsewhere, which may be left out. */
export function ReferenceField({ registered, error }: Props) {
  const t = useWords(words)
  const labels = useWords(ENTRY_FIELD_LABELS)
  return (
    <FormField label={labels.reference} hint={t.referenceHint} error={error}>
      {(parts) => (
        <input
          {...parts}
          {...registered}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={controlLook}
        />
      )}
    </FormField>
  )
}
