import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** The attributes that link a control to its label, hint and error. */
export interface FormFieldParts {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface Props {
  label: string
  /** Shown beside the label where a field may stay empty. */
  optional?: string | undefined
  hint?: string | undefined
  /** In the reader's language, beside the field and never only in a toast. */
  error?: string | undefined
  children: (parts: FormFieldParts) => ReactNode
}

export function FormField({ label, optional, hint, error, children }: Props) {
  const id = useId()
  const described = [error === undefined ? [] : `${id}-error`, hint === undefined ? [] : `${id}-hint`].flat()
  return (
    <div data-field className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-strong">
        {label}
        {optional === undefined ? null : <span className="ml-2 font-normal text-ink-soft text-small">{optional}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-ink-soft text-small">
          {hint}
        </p>
      )}
      <FormFieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FormFieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p id={id} className="flex items-start gap-1.5 font-strong text-debit text-small">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {error}
    </p>
  )
}

/** The look of every control with text. The text is at least 16 px, because a phone zooms in on smaller ones. */
export const controlLook =
  'min-h-12 w-full rounded-brick border border-edge bg-sheet px-3 text-body text-ink aria-invalid:border-2 aria-invalid:border-debit focus-visible:outline-offset-0 disabled:bg-ground disabled:text-ink-soft'
