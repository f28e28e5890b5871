import type { Issue } from '@ledger/contracts/refusals.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOr, titleInHindi } from '../shared/api/readers-words.ts'
import { showToast } from '../shared/design/toast-store.ts'
import { useLanguage } from '../shared/language/language.ts'
import { ruleInHindi } from '../shared/language/rule-words.ts'
import { useWords } from '../shared/language/words.ts'
import { somebodyIsHere } from '../shared/session/who-is-here.ts'
import { titleOf } from './check.ts'
import { words } from './words.ts'

interface Options<Fields, Answer> {
  check(fields: Fields): Issue[]
  call(sent: { body: Fields }): Promise<Answer>
  onSignedIn(answer: Answer): void
}

export interface SignIn<Fields> {
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
export function useSignIn<Fields, Answer>({ check, call, onSignedIn }: Options<Fields, Answer>): SignIn<Fields> {
  const t = useWords(words)
  const client = useQueryClient()
  const language = useLanguage((state) => state.language)
  const [issues, setIssues] = useState<Issue[]>([])
  const inWords = (message: string) => (language === 'hi' ? ruleInHindi(message) : message)

  const mutation = useMutation({
    mutationFn: (body: Fields) => call({ body }),
    onSuccess(answer) {
      // The cached answers of the account before must not be shown to this one.
      client.clear()
      somebodyIsHere()
      onSignedIn(answer)
    },
    onError(error) {
      showToast({ tone: 'problem', title: t.failed, text: messageOr(t.failedText, error) })
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
      const title = titleOf(first.message)
      const [said, text] =
        language === 'hi' ? [titleInHindi(title), ruleInHindi(first.message)] : [title, first.message]
      showToast({ tone: 'problem', title: said, text })
      form.querySelector<HTMLElement>(`[name="${first.path}"]`)?.focus()
    },
  }
}
