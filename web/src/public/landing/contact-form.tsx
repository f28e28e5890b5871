import { contactFormBody } from '@ledger/contracts/http/contact-form-schemas.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { createCall } from '../../shared/api/api-client.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { contractResolver } from '../../shared/forms/contract-resolver.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

const sendMessage = createCall<'contact'>('POST', '/api/contact')
const BLANK_CONTACT_FORM = { name: '', email: '', phone: '', message: '' }
type ContactFields = typeof BLANK_CONTACT_FORM

/**
 * §2, Contact: the original's form was sent nowhere. This one is stored for head office. The typed text stays until the
 * message has arrived.
 */
export function ContactForm() {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const { register, handleSubmit, reset, formState, setError } = useForm<ContactFields>({
    defaultValues: BLANK_CONTACT_FORM,
    resolver: contractResolver<ContactFields>(contactFormBody),
  })
  const [sent, setSent] = useState(false)
  const message = useMutation({
    mutationFn: (body: ContactFields) => sendMessage({ body }),
    // A message sent twice would arrive twice, so the visitor decides about another try.
    retry: false,
    onSuccess() {
      showToast({ tone: 'done', title: t.sent, text: t.sentText })
      reset(BLANK_CONTACT_FORM)
      setSent(true)
    },
    onError(error) {
      if (error instanceof ApiError)
        for (const { path, message: said } of error.issues)
          if (path in BLANK_CONTACT_FORM) setError(path as keyof ContactFields, { type: 'server', message: said })
      showToast({ tone: 'problem', title: t.notSent, text: messageOrFallback(t.notSentText, error) })
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
  const errorOf = (field: keyof ContactFields) => inWords(formState.errors[field]?.message)

  if (sent) return <MessageSent onAgain={() => setSent(false)} />
  return (
    <form noValidate className="grid gap-4 rounded-sheet border border-rule bg-sheet p-5 md:p-6" onSubmit={submit}>
      <div>
        <h3 className="font-heavy text-lead">{t.write}</h3>
        <p className="text-ink-soft">{t.writeText}</p>
      </div>
      <FormField label={t.name} error={errorOf('name')}>
        {(parts) => <input {...parts} {...register('name')} autoComplete="name" className={controlLook} />}
      </FormField>
      <FormField label={t.email} error={errorOf('email')}>
        {(parts) => (
          <input {...parts} {...register('email')} type="email" autoComplete="email" className={controlLook} />
        )}
      </FormField>
      <FormField label={t.phone} optional={t.optional} error={errorOf('phone')}>
        {(parts) => <input {...parts} {...register('phone')} type="tel" autoComplete="tel" className={controlLook} />}
      </FormField>
      <FormField label={t.message} error={errorOf('message')}>
        {(parts) => <textarea {...parts} {...register('message')} rows={5} className={`${controlLook} py-2`} />}
      </FormField>
      <Button type="submit" disabled={message.isPending} className="min-h-14">
        {message.isPending ? t.sending : t.send}
      </Button>
    </form>
  )
}

/** Replaces the form after sending, so that it is clear that the message has arrived. */
function MessageSent({ onAgain }: { onAgain(): void }) {
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
