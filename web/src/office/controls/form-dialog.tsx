import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { RefusalMessage } from './refusal-message.tsx'

const words = inBothLanguages({ cancel: 'Cancel' }, { cancel: 'रहने दें' })

interface Props {
  title: string
  /** Whether the form holds anything that is not saved. */
  isEdited: boolean
  isSaving: boolean
  /** Why the last try was refused. */
  error: Error | null
  onSubmit(event: FormEvent): void
  onClose(): void
  /** The button that saves. */
  submit: ReactNode
  /** The button in the place of Cancel, where there is another way out. */
  other?: ReactNode
  children: ReactNode
}

/** A dialog with a form. It stays open while it is saved, and asks before it throws away what was typed. */
export function FormDialog({ title, isEdited, isSaving, error, onSubmit, onClose, submit, other, children }: Props) {
  const t = useWords(words)
  const { leave, question } = useDiscardQuestion(isEdited, onClose)
  return (
    <Dialog title={title} onClose={() => (isSaving ? undefined : leave())}>
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {children}
        <RefusalMessage error={error} />
        {question ?? (
          <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
            {other ?? (
              <Button kind="secondary" disabled={isSaving} onClick={leave} className="min-h-14">
                {t.cancel}
              </Button>
            )}
            {submit}
          </div>
        )}
      </form>
    </Dialog>
  )
}
