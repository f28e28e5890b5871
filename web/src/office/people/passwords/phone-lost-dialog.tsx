import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { phoneLostBody } from '@ledger/contracts/http/people/people-requests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOrFallback } from '../../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../../shared/api/office-queries.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { FormField } from '../../../shared/design/controls/form-field.tsx'
import { PasswordInput } from '../../../shared/design/controls/password-input.tsx'
import { RadioChoice } from '../../../shared/design/controls/radio-choice.tsx'
import { Dialog } from '../../../shared/design/dialog/dialog.tsx'
import { showToast } from '../../../shared/design/toast/toast-store.ts'
import { useDiscardQuestion } from '../../../shared/forms/use-discard-question.tsx'
import { useRuleTranslation } from '../../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { reportPhoneLost } from '../../api/people-queries.ts'
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts'
import { RefusalMessage } from '../../controls/refusal-message.tsx'
import { personFullName } from '../person-and-site-names.ts'
import { words } from '../screen-texts.ts'
import { ShareSignIn } from './share-sign-in.tsx'
import { fieldSignIn } from './sign-in-text.ts'

interface Props {
  person: SiteUser | Supervisor
  onClose(): void
}

/** Ends all sessions of a field user, and says what happens with the entries that wait on the lost phone. */
export function PhoneLostDialog({ person, onClose }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [setsPassword, setSetsPassword] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSet, setIsSet] = useState(false)
  const ending = useMutation({
    mutationFn: () =>
      reportPhoneLost({ id: person.id, body: setsPassword ? { password } : {}, idempotencyKey: key.toSend() }),
    onSuccess({ sessionsEnded }) {
      key.done()
      showToast({ tone: 'done', title: t.phoneLostDone, text: t.sessionsEnded(sessionsEnded) })
      void refetchOfficeLists(client)
      if (setsPassword) setIsSet(true)
      else onClose()
    },
    onError(error) {
      key.failed(error)
      showToast({ tone: 'problem', title: t.phoneLostFailed, text: messageOrFallback(t.phoneLostNotDone, error) })
    },
  })
  const { leave, question } = useDiscardQuestion(password !== '', onClose)
  if (isSet)
    return (
      <Dialog title={t.shareTitle} onClose={onClose}>
        <ShareSignIn
          details={fieldSignIn(person, password)}
          isDisabled={person.status === 'disabled'}
          onClose={onClose}
        />
      </Dialog>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const broken = setsPassword ? findProblem(password) : undefined
    setProblem(broken)
    if (broken === undefined && !ending.isPending) ending.mutate()
  }
  const name = personFullName(person)
  return (
    <Dialog title={t.phoneLostTitle} onClose={() => (ending.isPending ? undefined : leave())}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="font-strong">{t.phoneLostEnds(name)}</p>
        <p>{t.phoneLostWaiting}</p>
        <fieldset disabled={ending.isPending} className="grid gap-3">
          <legend className="mb-1.5 font-strong">{t.phoneLostThen}</legend>
          <RadioChoice name="phone-lost" checked={!setsPassword} onChange={() => setSetsPassword(false)}>
            {t.disablesAccount}
          </RadioChoice>
          <RadioChoice name="phone-lost" checked={setsPassword} onChange={() => setSetsPassword(true)}>
            {t.setsPassword}
          </RadioChoice>
        </fieldset>
        {setsPassword ? (
          <FormField label={t.newPassword} hint={t.atLeast8} error={inWords(problem)}>
            {(parts) => (
              <PasswordInput
                {...parts}
                value={password}
                autoComplete="new-password"
                onChange={({ target }) => {
                  setPassword(target.value)
                  setProblem(undefined)
                }}
              />
            )}
          </FormField>
        ) : (
          <p className="text-ink-soft text-small">{t.disablesAccountText}</p>
        )}
        {setsPassword && person.status === 'disabled' ? <p>{t.staysDisabled(name)}</p> : null}
        <RefusalMessage error={ending.error} />
        {question ?? (
          <div className="grid grid-cols-[1fr_2fr] tiny:grid-cols-1 gap-3">
            <Button kind="secondary" disabled={ending.isPending} onClick={leave} className="min-h-14">
              {t.cancel}
            </Button>
            <Button type="submit" kind="danger" disabled={ending.isPending} className="min-h-14">
              {t.phoneLostSubmit}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** Returns the first rule that a new password breaks. An empty one, which the call reads as none, is missing here. */
function findProblem(password: string): string | undefined {
  if (password === '') return 'Password is required'
  return phoneLostBody.safeParse({ password }).error?.issues[0]?.message
}
