import { ownPasswordBody } from '@ledger/contracts/http/people/people-requests.ts'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { messageOrFallback } from '../../../shared/api/error-messages.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { FormField } from '../../../shared/design/controls/form-field.tsx'
import { PasswordInput } from '../../../shared/design/controls/password-input.tsx'
import { showToast } from '../../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { setOwnPassword } from '../../api/people-queries.ts'
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts'
import { FormDialog } from '../../controls/form-dialog.tsx'
import { words } from '../screen-texts.ts'

/** Opens the screen on which a person of the office sets their own password. */
export function OwnPasswordButton() {
  const t = useWords(words)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-ml-2 max-lg:-ml-3 inline-flex min-h-11 items-center gap-2 rounded-brick px-3 font-strong hover:underline"
      >
        <KeyRound className="size-5 shrink-0" aria-hidden="true" />
        {t.ownPassword}
      </button>
      {isOpen ? <OwnPasswordDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function OwnPasswordDialog({ onClose }: { onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const key = useIdempotencyKey()
  const [typed, setTyped] = useState({ current: '', password: '' })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const saving = useMutation({
    mutationFn: () => setOwnPassword({ body: typed, idempotencyKey: key.toSend() }),
    onSuccess() {
      showToast({ tone: 'done', title: t.ownPasswordDone })
      onClose()
    },
    onError(error) {
      key.failed(error)
      if (error instanceof ApiError) setProblems(firstByField(error.issues))
      showToast({ tone: 'problem', title: t.ownPasswordFailed, text: messageOrFallback(t.ownPasswordNotDone, error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = ownPasswordBody.safeParse(typed)
    const issues = error?.issues.map(({ path, message }) => ({ path: String(path[0]), message })) ?? []
    setProblems(firstByField(issues))
    if (issues.length === 0 && !saving.isPending) saving.mutate()
  }
  return (
    <FormDialog
      title={t.ownPassword}
      isEdited={typed.current !== '' || typed.password !== ''}
      isSaving={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" disabled={saving.isPending} className="min-h-14">
          {saving.isPending ? t.saving : t.ownPasswordSubmit}
        </Button>
      }
    >
      {(['current', 'password'] as const).map((name) => (
        <FormField
          key={name}
          label={name === 'current' ? t.ownCurrent : t.newPassword}
          hint={name === 'password' ? t.strongNewPassword : undefined}
          error={inWords(problems[name])}
        >
          {(parts) => (
            <PasswordInput
              {...parts}
              value={typed[name]}
              autoComplete={name === 'current' ? 'current-password' : 'new-password'}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          )}
        </FormField>
      ))}
      <p className="text-ink-soft text-small">{t.ownPasswordText}</p>
    </FormDialog>
  )
}

function firstByField(issues: readonly { path: string; message: string }[]): Readonly<Record<string, string>> {
  const first: Record<string, string> = {}
  for (const { path, message } of issues) first[path] ??= message
  return first
}
