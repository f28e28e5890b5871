import { useEffect, useState } from 'react'
import { type DefaultValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, outcomeUnknown } from '../api/api-error.ts'
import { newIdempotencyKey } from '../api/call.ts'
import { dropDraft, keepDraft, openDraft } from '../drafts/draft.ts'
import { contractResolver } from './contract-resolver.ts'

type Fields = Record<string, string>

interface Options<F extends Fields> {
  /** Names the draft in session storage. */
  form: string
  /** The own id of the account that types; a draft of another one is not shown. */
  owner: string
  schema: z.ZodType
  blank: F
  /** A field that must not be written to storage. */
  secret?: keyof F & string
}

export interface DraftForm<F extends Fields> {
  readonly form: UseFormReturn<F>
  /** Names the draft in session storage. */
  readonly name: string
  /** Stores the draft as it is now. */
  keep(): void
  /** The key of the draft. Asking for it also stores the draft, so that a reload in mid-flight sends the same key again. */
  keyToSend(): string
  /** After a refusal: nothing was booked under the key, so the next try gets a new one; the fields' errors are shown. */
  refused(error: unknown): void
  /** Something else keeps what was typed now, under its key, unless it comes back as refused. */
  handOver(): void
  /** Booked or thrown away: no draft any more, and a new key. What is on the screen stays. */
  close(): void
  /** The same, and an empty form. */
  startOver(): void
}

/** A form over a contract's schema whose fields and idempotency key outlive a reload. A field that was left as it came follows `blank`. */
export function useDraftForm<F extends Fields>({ form: name, owner, schema, blank, secret }: Options<F>): DraftForm<F> {
  const [draft] = useState(() => ({ ...openDraft(name, owner), blank, isClosed: false }))
  const form = useForm<F>({
    defaultValues: { ...blank, ...draft.fields } as DefaultValues<F>,
    resolver: contractResolver<F>(schema),
  })
  const keep = () => keepDraft(name, owner, { key: draft.key, fields: typedIn(form.getValues(), draft.blank, secret) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once for the life of the form
  useEffect(() => form.subscribe({ formState: { values: true }, callback: keep }), [])
  // The day of today, which may come late (shared/entry/today.ts). What was booked stays as it is.
  useEffect(() => {
    const before = draft.blank
    draft.blank = blank
    for (const field of Object.keys(blank) as (Path<F> & keyof F)[])
      if (!draft.isClosed && blank[field] !== before[field] && form.getValues(field) === before[field])
        form.setValue(field, blank[field] as PathValue<F, typeof field>)
  })

  const close = () => {
    draft.isClosed = true
    draft.key = newIdempotencyKey()
    dropDraft(name)
  }

  return {
    form,
    name,
    keep,
    keyToSend() {
      keep()
      return draft.key
    },
    refused(error) {
      if (!(error instanceof ApiError) || outcomeUnknown(error)) return
      draft.key = newIdempotencyKey()
      draft.isClosed = false
      keep()
      for (const { path, message } of error.issues)
        if (path in blank) form.setError(path as Path<F>, { type: 'server', message })
    },
    handOver() {
      draft.isClosed = true
      dropDraft(name)
    },
    close,
    startOver() {
      form.reset(blank)
      close()
      draft.isClosed = false
    },
  }
}

/** What was left as it came is not kept: a form that is opened again tomorrow begins with tomorrow's day. */
function typedIn(fields: Fields, blank: Fields, secret: string | undefined): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => field !== secret && value !== blank[field]),
  )
}
