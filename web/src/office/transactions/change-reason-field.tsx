import type { ComponentProps } from 'react'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** In the reader's language. */
  error: string | undefined
}

/** The field for the reason that an edit or a deletion by head office needs. It says that the reason stays. */
export function ChangeReasonField({ label, error, ...input }: Props) {
  const t = useWords(words)
  return (
    <FormField label={label} hint={t.reasonStays} error={error}>
      {(parts) => <input {...parts} {...input} autoComplete="off" className={controlLook} />}
    </FormField>
  )
}
