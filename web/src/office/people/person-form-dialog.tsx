import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { today } from '../../shared/api/today.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { PasswordInput } from '../../shared/design/controls/password-input.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { MobileField } from '../../shared/forms/mobile-field.tsx'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useFirstErrorToast } from '../../shared/forms/use-first-error-toast.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DayFormField } from '../../shared/period/day-form-field.tsx'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { ShareSignIn } from './passwords/share-sign-in.tsx'
import type { SignInDetails } from './passwords/sign-in-text.ts'
import { RoleSelect } from './role-select.tsx'
import { words } from './screen-texts.ts'
import { SiteSelect } from './site-select.tsx'
import { type SaveMessages, type SavePerson, useSavePerson } from './use-save-person.ts'

export interface PersonField {
  readonly name: 'name' | 'siteName' | 'mobile' | 'email' | 'password' | 'role' | 'siteId' | 'siteFrom'
  readonly label: string
  readonly hint?: string
  /** May stay empty, and the label says so. */
  readonly optional?: boolean
}

interface Props<Answer> {
  title: string
  /** The name of the draft in session storage. */
  form: string
  admin: OfficeUser
  /** The contract's schema, with which the server checks as well. */
  schema: z.ZodType
  /** The fields in the order of §5, which is also the order in which broken rules are shown. */
  fields: readonly PersonField[]
  /** The initial values of the fields. The password's is always empty. */
  filled: Readonly<Record<string, string>>
  save: SavePerson<Answer>
  outcome: SaveMessages<Answer>
  submit: string
  submitting: string
  /** Returns the sign-in of a new person, which is shown to be passed on once it is saved. */
  shared?(answer: Answer, password: string): SignInDetails
  onClose(): void
  /** Shown below the fields. */
  children?: ReactNode
}

/**
 * A form that creates or edits a site incharge, a supervisor or a person of the office. The draft never contains the
 * password.
 */
export function PersonFormDialog<Answer>(props: Props<Answer>) {
  const { title, form, admin, schema, fields, filled, outcome, submit, submitting, onClose, children } = props
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const draft = useDraftForm<Record<string, string>>({
    form,
    owner: admin.id,
    schema,
    blank: Object.fromEntries(fields.map(({ name }) => [name, filled[name] ?? ''])),
    secret: 'password',
  })
  const [created, setCreated] = useState<SignInDetails>()
  const { save, saving, refused } = useSavePerson({
    ...{ draft, save: props.save, outcome },
    onSaved(answer, { password = '' }) {
      if (props.shared === undefined) onClose()
      else setCreated(props.shared(answer, password))
    },
  })
  const sayFirst = useFirstErrorToast(fields.map(({ name }) => name))
  const { control, register, handleSubmit, formState, setValue } = draft.form
  const errorOf = (name: string) => inWords(formState.errors[name]?.message)
  const { leave, question } = useDiscardQuestion(draft.isEdited, () => {
    draft.discard()
    onClose()
  })
  if (created !== undefined)
    return (
      <Dialog title={t.shareTitle} onClose={onClose}>
        <ShareSignIn details={created} onClose={onClose} />
      </Dialog>
    )
  const unlessSaving = (close: () => void) => () => (saving ? undefined : close())
  return (
    <Dialog title={title} onClose={unlessSaving(leave)} onBack={unlessSaving(onClose)}>
      <form noValidate className="grid gap-5" onSubmit={handleSubmit(save, sayFirst)}>
        {fields.map(({ name, label, hint, optional }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => {
              const shared = { label, hint, optional: optional ? t.optional : undefined, error: errorOf(name) }
              return name === 'mobile' ? (
                <MobileField {...shared} {...field} value={field.value ?? ''} autoComplete="off" />
              ) : name === 'siteFrom' ? (
                <DayFormField label={label} error={shared.error} max={today()} {...field} value={field.value ?? ''} />
              ) : (
                <FormField {...shared}>
                  {(parts) =>
                    name === 'password' ? (
                      <PasswordInput {...parts} {...register(name)} autoComplete="new-password" />
                    ) : name === 'role' ? (
                      <RoleSelect {...parts} {...field} value={field.value ?? ''} />
                    ) : name === 'siteId' ? (
                      <SiteSelect
                        {...parts}
                        {...field}
                        value={field.value ?? ''}
                        onChange={({ target }) => {
                          field.onChange(target.value)
                          setValue('siteFrom', target.value === filled.siteId ? (filled.siteFrom ?? '') : today())
                        }}
                      />
                    ) : (
                      <input
                        {...parts}
                        {...field}
                        type={name === 'email' ? 'email' : 'text'}
                        autoComplete="off"
                        className={controlLook}
                      />
                    )
                  }
                </FormField>
              )
            }}
          />
        ))}
        {children}
        <RefusalMessage error={refused} />
        <div className="grid grid-cols-[1fr_2fr] tiny:grid-cols-1 gap-3">
          {question ?? (
            <>
              <Button kind="secondary" disabled={saving} onClick={leave} className="min-h-14">
                {t.cancel}
              </Button>
              <Button type="submit" disabled={saving} className="min-h-14">
                {saving ? submitting : submit}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}
