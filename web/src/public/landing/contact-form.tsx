import { contactBody } from '@ledger/contracts/contact.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../shared/api/api-error.ts'
import { callOf } from '../../shared/api/call.ts'
import { messageOr } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { controlLook, Field } from '../../shared/design/field.tsx'
import { showToast } from '../../shared/design/toast-store.ts'
import { contractResolver } from '../../shared/forms/contract-resolver.ts'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { useWords } from '../../shared/language/words.ts'
import { words } from './words.ts'

const sendMessage = callOf<'contact'>('POST', '/api/contact')
const BLANK = { name: '', email: '', phone: '', message: '' }
type Fields = typeof BLANK

/**
 * §2, Contact: the original's form was sent nowhere. This one is stored for head office. The typed text stays until the
 * message has arrived.
 */
export function ContactForm() {
  const t = useWords(words)
  const inWords = useRuleWords()
  const { register, handleSubmit, reset, formState, setError } = useForm<Fields>({
    defaultValues: BLANK,
    resolver: contractResolver<Fields>(contactBody),
  })
  const [sent, setSent] = useState(false)
  const message = useMutation({
    mutationFn: (body: Fields) => sendMessage({ body }),
    // A message sent twice would arrive twice, so the visitor decides about another try.
    retry: false,
    onSuccess() {
      showToast({ tone: 'done', title: t.sent, text: t.sentText })
      reset(BLANK)
      setSent(true)
    },
    onError(error) {
      if (error instanceof ApiError)
        for (const { path, message: said } of error.issues)
          if (path in BLANK) setError(path as keyof Fields, { type: 'server', message: said })
      showToast({ tone: 'problem', title: t.notSent, text: messageOr(t.notSentText, error) })
    },
  })
  const submit = handleSubmit(
    (fields) => {
      if (!message.isPending) message.mutate(fields)
    },
    (broken) => {
      const [first] = Object.values(broken)
      showToast({ tone: 'problem', title: t.missing, text: inWords(first?.message) })
    },
  )
  const errorOf = (field: keyof Fields) => inWords(formState.errors[field]?.message)

  if (sent) return <Thanks onAgain={() => setSent(false)} />
  return (
    <form noValidate className="grid gap-4 rounded-sheet border border-rule bg-sheet p-5 md:p-6" onSubmit={submit}>
      <div>
        <h3 className="font-heavy text-lead">{t.write}</h3>
        <p className="text-ink-soft">{t.writeText}</p>
      </div>
      <Field label={t.name} error={errorOf('name')}>
        {(parts) => <input {...parts} {...register('name')} autoComplete="name" className={controlLook} />}
      </Field>
      <Field label={t.email} error={errorOf('email')}>
        {(parts) => (
          <input {...parts} {...register('email')} type="email" autoComplete="email" className={controlLook} />
        )}
      </Field>
      <Field label={t.phone} optional={t.optional} error={errorOf('phone')}>
        {(parts) => <input {...parts} {...register('phone')} type="tel" autoComplete="tel" className={controlLook} />}
      </Field>
      <Field label={t.message} error={errorOf('message')}>
        {(parts) => <textarea {...parts} {...register('message')} rows={5} className={`${controlLook} py-2`} />}
      </Field>
      <Button type="submit" disabled={message.isPending} className="min-h-14">
        {message.isPending ? t.sending : t.send}
      </Button>
    </form>
  )
}

/** Replaces the form after sending, so that it is clear that the message has arrived. */
function Thanks({ onAgain }: { onAgain(): void }) {
  const t = useWords(words)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-3 rounded-sheet border border-rule bg-sheet p-6">
      <CircleCheck className="size-8 text-credit" aria-hidden="true" />
      <h3 ref={heading} tabIndex={-1} className="font-heavy text-lead focus-visible:outline-none">
        {t.sent}
      </h3>
      <p>{t.sentText}</p>
      <Button kind="secondary" onClick={onAgain}>
        {t.again}
      </Button>
    </div>
  )
}
