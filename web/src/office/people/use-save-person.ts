import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { readAllAgain } from '../../shared/api/office.ts'
import { messageOf, messageOr } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { useWords } from '../../shared/language/words.ts'
import { words } from './words.ts'

type Fields = Record<string, string>

export type Save<Answer> = (sent: { body: Fields; idempotencyKey: string }) => Promise<Answer>

/** The sentences of §8 for a success and for a failure: the server's message under the title, or the fallback. */
export interface Outcome<Answer> {
  readonly done: string
  doneText(answer: Answer): string
  readonly failedTitle: string
  readonly failed: string
}

interface Options<Answer> {
  draft: DraftForm<Fields>
  save: Save<Answer>
  outcome: Outcome<Answer>
  onClose(): void
}

const MUTATION = ['savePerson']
/** The field under which a refusal by the ledger is shown. */
const FIELD_OF: Readonly<Record<string, string>> = { mobile_in_use: 'mobile', email_in_use: 'email' }

/** Saves under the draft's key: a form sent twice is saved once. */
export function useSavePerson<Answer>({ draft, save, outcome, onClose }: Options<Answer>) {
  const t = useWords(words)
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: (fields: Fields) => save({ body: fields, idempotencyKey: draft.keyToSend() }),
    onSuccess(answer) {
      draft.close()
      showToast({ tone: 'done', title: outcome.done, text: outcome.doneText(answer) })
      onClose()
      void readAllAgain(client)
    },
    onError(error) {
      draft.refused(error)
      const code = error instanceof ApiError ? error.code : ''
      const text = code === 'key_reused' ? t.earlier : messageOr(outcome.failed, error)
      showToast({ tone: 'problem', title: outcome.failedTitle, text })
      const field = FIELD_OF[code]
      if (field !== undefined)
        draft.form.setError(field, { type: 'server', message: messageOf(error) }, { shouldFocus: true })
    },
  })
  return {
    saving: mutation.isPending,
    refused: mutation.error,
    save(fields: Fields) {
      if (client.isMutating({ mutationKey: MUTATION }) === 0) mutation.mutate(fields)
    },
  }
}
