import type { ValidationIssue } from '@ledger/contracts/http/error-body.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorTitleInHindi, messageOrFallback } from '../shared/api/error-messages.ts'
import { showToast } from '../shared/design/toast/toast-store.ts'
import { brokenRuleTitle } from '../shared/language/broken-rule-title.ts'
import { useWords } from '../shared/language/in-both-languages.ts'
import { useLanguage } from '../shared/language/language-setting.ts'
import { validationMessageInHindi } from '../shared/language/validation-messages-hindi.ts'
import { forgetSignedOut } from '../shared/session/resolve-session.ts'
import { words } from './screen-texts.ts'
import { signInErrorTitle } from './validate-sign-in.ts'

interface SignInOptions<Fields, Answer> {
  check(fields: Fields): ValidationIssue[]
  call(sent: { body: Fields }): Promise<Answer>
  onSignedIn(answer: Answer): void
}

export interface SignInState<Fields> {
  readonly pending: boolean
  errorOf(field: string): string | undefined
  /** Removes the error of a field that is typed again. */
  forget(field: string): void
  submit(fields: Fields, form: HTMLFormElement): void
}

/**
 * §4 Login: idle, pending, then success or a destructive toast. Broken rules are shown in a toast (§5) and beside the
 * field.
 */
export function useSignIn<Fields, Answer>({
  check,
  call,
  onSignedIn,
}: SignInOptions<Fields, Answer>): SignInState<Fields> {
  const t = useWords(words)
  const rule = useWords(brokenRuleTitle)
  const client = useQueryClient()
  const language = useLanguage((state) => state.language)
  const [issues, setIssues] = useState<ValidationIssue[]>([])
  const inWords = (message: string) => (language === 'hi' ? validationMessageInHindi(message) : message)

  const mutation = useMutation({
    mutationFn: (body: Fields) => call({ body }),
    onSuccess(answer) {
      // The cached answers of the account before must not be shown to this one.
      client.clear()
      forgetSignedOut()
      onSignedIn(answer)
    },
    onError(error) {
      showToast({ tone: 'problem', title: t.failed, text: messageOrFallback(t.failedText, error) })
    },
  })

  return {
    pending: mutation.isPending,
    errorOf(field) {
      const issue = issues.find(({ path }) => path === field)
      return issue && inWords(issue.message)
    },
    forget(field) {
      setIssues((old) => old.filter(({ path }) => path !== field))
    },
    submit(fields, form) {
      if (mutation.isPending) return
      const broken = check(fields)
      setIssues(broken)
      const [first] = broken
      if (first === undefined) return mutation.mutate(fields)
      const special = signInErrorTitle(first.message)
      const title = special === undefined ? rule.title : language === 'hi' ? errorTitleInHindi(special) : special
      showToast({ tone: 'problem', title, text: inWords(first.message) })
      form.querySelector<HTMLElement>(`[name="${first.path}"]`)?.focus()
    },
  }
}
