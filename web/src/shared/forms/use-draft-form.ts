import { useEffect, useState } from 'react'
import { type DefaultValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { newIdempotencyKey } from '../api/api-client.ts'
import { ApiError, outcomeUnknown } from '../api/api-error.ts'
import { contractResolver } from './contract-resolver.ts'
import { deleteDraft, openDraft, storeDraft } from './form-draft.ts'

type DraftFields = Record<string, string>

interface DraftFormOptions<F extends DraftFields> {
  /** The name of the draft in session storage. */
  form: string
  /** The own id of the account that types. Another account's draft is not shown. */
  owner: string
  schema: z.ZodType
  blank: F
  /** A field that must not be written to storage. */
  secret?: keyof F & string
}

export interface DraftForm<F extends DraftFields> {
  readonly form: UseFormReturn<F>
  /** The name of the draft in session storage. */
  readonly name: string
  /** True where a field differs from the blank form, a restored draft included. */
  readonly isEdited: boolean
  /** Stores the draft as it is now. */
  storeNow(): void
  /** Returns the key of the draft, and stores the draft, so that a reload during the call sends the same key again. */
  keyToSend(): string
  /** After a refusal nothing is booked under the key: the next try gets a new key, and the fields' errors are shown. */
  onRefused(error: unknown): void
  /** Drops the draft, because the outbox has stored the input under its key. A refusal stores the draft again. */
  handOverToOutbox(): void
  /** Drops the draft of a booked or discarded input, and makes a new key. The fields on the screen stay. */
  discard(): void
  /** Does the same, and empties the form. */
  startOver(): void
}

/**
 * A form over a contract's schema whose fields and idempotency key survive a reload. An untouched field follows
 * `blank`.
 */
export function useDraftForm<F extends DraftFields>({
  form: name,
  owner,
  schema,
  blank,
  secret,
}: DraftFormOptions<F>): DraftForm<F> {
  const [draft] = useState(() => ({ ...openDraft(name, owner), blank, isClosed: false }))
  const form = useForm<F>({
    defaultValues: { ...blank, ...draft.fields } as DefaultValues<F>,
    resolver: contractResolver<F>(schema),
  })
  const storeNow = () =>
    storeDraft(name, owner, { key: draft.key, fields: typedFields(form.getValues(), draft.blank, secret) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once for the life of the form
  useEffect(() => form.subscribe({ formState: { values: true }, callback: storeNow }), [])
  // `blank` has today's day, which may arrive late (shared/api/today.ts). The fields of a booked input stay.
  useEffect(() => {
    const before = draft.blank
    draft.blank = blank
    for (const field of Object.keys(blank) as (Path<F> & keyof F)[])
      if (!draft.isClosed && blank[field] !== before[field] && form.getValues(field) === before[field])
        form.setValue(field, blank[field] as PathValue<F, typeof field>)
  })

  const discard = () => {
    draft.isClosed = true
    draft.key = newIdempotencyKey()
    deleteDraft(name)
  }

  return {
    form,
    name,
    isEdited: Object.keys(typedFields(form.watch(), blank, undefined)).length > 0,
    storeNow,
    keyToSend() {
      storeNow()
      return draft.key
    },
    onRefused(error) {
      if (!(error instanceof ApiError) || outcomeUnknown(error)) return
      draft.key = newIdempotencyKey()
      draft.isClosed = false
      storeNow()
      for (const { path, message } of error.issues)
        if (path in blank) form.setError(path as Path<F>, { type: 'server', message })
    },
    handOverToOutbox() {
      draft.isClosed = true
      deleteDraft(name)
    },
    discard,
    startOver() {
      form.reset(blank)
      discard()
      draft.isClosed = false
    },
  }
}

/**
 * Returns the changed fields. An untouched field is not stored, so that a form that is opened again tomorrow begins
 * with tomorrow's day.
 */
function typedFields(fields: DraftFields, blank: DraftFields, secret: string | undefined): DraftFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => field !== secret && value !== blank[field]),
  )
}
