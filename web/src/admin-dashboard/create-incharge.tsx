import { createSiteUserBody } from '@ledger/contracts/bodies.ts'
import type { OfficeUser } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { createSiteUser, showCreated } from '../api/office.ts'
import { messageOf } from '../api/readers-words.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { controlLook, Field } from '../design/field.tsx'
import { PasswordInput } from '../design/password-input.tsx'
import { showToast } from '../design/toast-store.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useRuleWords } from '../forms/use-rule-words.ts'
import { mobileDigits } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import { nameOf } from './name-of.ts'
import { words } from './words.ts'

const BLANK = { name: '', mobile: '', siteName: '', password: '' }
const MUTATION = ['createSiteUser']

/** §2, Create New Site Incharge. The password is never in the draft. */
export function CreateIncharge({ admin, onClose }: { admin: OfficeUser; onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleWords()
  const client = useQueryClient()
  const draft = useDraftForm({
    form: 'create-incharge',
    owner: admin.id,
    schema: createSiteUserBody,
    blank: BLANK,
    secret: 'password',
  })
  const { control, register, handleSubmit, formState } = draft.form
  const { errors } = formState
  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: ({ fields, idempotencyKey }: { fields: typeof BLANK; idempotencyKey: string }) =>
      createSiteUser({ body: fields, idempotencyKey }),
    onSuccess(created) {
      draft.close()
      showToast({ tone: 'done', title: t.created, text: `${nameOf(created)} · ${created.mobile}` })
      onClose()
      return showCreated(client, created)
    },
    onError(error) {
      draft.refused(error)
      showToast({ tone: 'problem', title: t.createFailed, text: messageOf(error) })
    },
  })
  return (
    <Dialog title={t.createTitle} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={handleSubmit((fields) => {
          if (client.isMutating({ mutationKey: MUTATION }) === 0)
            mutation.mutate({ fields, idempotencyKey: draft.keyToSend() })
        })}
      >
        <Field label={t.name} error={inWords(errors.name?.message)}>
          {(parts) => (
            <input
              {...parts}
              {...register('name')}
              autoComplete="off"
              maxLength={LIMITS.name}
              className={controlLook}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="mobile"
          render={({ field }) => (
            <Field label={t.mobile} error={inWords(errors.mobile?.message)}>
              {(parts) => (
                <input
                  {...parts}
                  {...field}
                  onChange={(event) => field.onChange(mobileDigits(event.target.value))}
                  type="tel"
                  inputMode="numeric"
                  autoComplete="off"
                  className={`${controlLook} figures tracking-wider`}
                />
              )}
            </Field>
          )}
        />
        <Field label={t.siteName} optional={t.optional} error={inWords(errors.siteName?.message)}>
          {(parts) => (
            <input
              {...parts}
              {...register('siteName')}
              autoComplete="off"
              maxLength={LIMITS.siteName}
              className={controlLook}
            />
          )}
        </Field>
        <Field label={t.password} hint={t.passwordHint} error={inWords(errors.password?.message)}>
          {(parts) => (
            <PasswordInput
              {...parts}
              {...register('password')}
              autoComplete="new-password"
              maxLength={LIMITS.password}
            />
          )}
        </Field>
        <div className="grid grid-cols-[1fr_2fr] gap-3">
          <Button kind="secondary" onClick={onClose} className="min-h-14">
            {t.cancel}
          </Button>
          <Button type="submit" disabled={mutation.isPending} className="min-h-14">
            {mutation.isPending ? t.creating : t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
