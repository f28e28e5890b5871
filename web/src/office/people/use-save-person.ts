import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { adminQuery, refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

type PersonFormFields = Record<string, string>

export type SavePerson<Answer> = (sent: { body: PersonFormFields; idempotencyKey: string }) => Promise<Answer>

/** The sentences of §8 for a success and for a failure: the server's message under the title, or the fallback. */
export interface SaveMessages<Answer> {
  readonly done: string
  doneText(answer: Answer): string
  readonly failedTitle: string
  readonly failed: string
}

interface SavePersonOptions<Answer> {
  draft: DraftForm<PersonFormFields>
  save: SavePerson<Answer>
  outcome: SaveMessages<Answer>
  /** Called with the saved person and the fields as typed. */
  onSaved(answer: Answer, fields: PersonFormFields): void
}

const SAVE_PERSON_KEY = ['savePerson']
/** The field under which a refusal by the ledger is shown. */
const FIELD_BY_ERROR_CODE: Readonly<Record<string, string>> = {
  mobile_in_use: 'mobile',
  email_in_use: 'email',
  books_closed: 'siteFrom',
}

/** Saves under the draft's key: a form sent twice is saved once. */
export function useSavePerson<Answer>({ draft, save, outcome, onSaved }: SavePersonOptions<Answer>) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const client = useQueryClient()
  const textOf = (error: Error) => {
    if (error instanceof ApiError && error.code === 'key_reused') return t.earlier
    if (isBooksClosed(error)) return t.siteOfClosedDays(dateOfDayText(error.closedUpTo, language))
    return messageOrFallback(outcome.failed, error)
  }
  const mutation = useMutation({
    mutationKey: SAVE_PERSON_KEY,
    mutationFn: (fields: PersonFormFields) => save({ body: fields, idempotencyKey: draft.keyToSend() }),
    // The fields contain a password, which must not stay in the cache of mutations.
    gcTime: 0,
    onSuccess(answer, fields) {
      draft.discard()
      showToast({ tone: 'done', title: outcome.done, text: outcome.doneText(answer) })
      onSaved(answer, fields)
      void refetchOfficeLists(client)
      // The person may be the one who is signed in.
      void client.invalidateQueries({ queryKey: adminQuery.queryKey })
    },
    onError(error) {
      draft.onRefused(error)
      const code = error instanceof ApiError ? error.code : ''
      const text = textOf(error)
      showToast({ tone: 'problem', title: outcome.failedTitle, text })
      const field = FIELD_BY_ERROR_CODE[code]
      if (field !== undefined) draft.form.setError(field, { type: 'server', message: text }, { shouldFocus: true })
    },
  })
  return {
    saving: mutation.isPending,
    // The sentence about closed books stands at the day alone: elsewhere it speaks of entries.
    refused: mutation.error !== null && isBooksClosed(mutation.error) ? null : mutation.error,
    save(fields: PersonFormFields) {
      if (client.isMutating({ mutationKey: SAVE_PERSON_KEY }) === 0) mutation.mutate(fields)
    },
  }
}

const isBooksClosed = (error: Error): error is ApiError =>
  error instanceof ApiError && error.code === 'books_closed' && error.closedUpTo !== ''
