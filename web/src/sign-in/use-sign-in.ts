import { type Issue, invalidBody } from '@ledger/contracts/refusals.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { inReadersWords } from '../api/readers-words.ts'
import { showToast } from '../design/toast-store.ts'
import { useLanguage } from '../language/language.ts'
import { ruleInHindi } from '../language/rule-words.ts'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

interface Options<Fields, Answer> {
  check(fields: Fields): Issue[]
  call(sent: { body: Fields }): Promise<Answer>
  onSignedIn(answer: Answer): void
}

/** §4 Login: idle, pending, then success or a destructive toast. Broken rules are told in a toast (§5) and beside the field. */
export function useSignIn<Fields, Answer>({ check, call, onSignedIn }: Options<Fields, Answer>) {
  const t = useWords(words)
  const client = useQueryClient()
  const language = useLanguage((state) => state.language)
  const [issues, setIssues] = useState<Issue[]>([])
  const inWords = (message: string) => (language === 'hi' ? ruleInHindi(message) : message)

  const mutation = useMutation({
    mutationFn: (body: Fields) => call({ body }),
    onSuccess(answer) {
      // Nothing that the account before this one read may be shown to this one.
      client.clear()
      onSignedIn(answer)
    },
    onError(error) {
      const text = error instanceof ApiError ? inReadersWords(error).message : t.failed
      showToast({ tone: 'problem', title: t.failed, text })
    },
  })

  return {
    pending: mutation.isPending,
    errorOf(field: string): string | undefined {
      const issue = issues.find(({ path }) => path === field)
      return issue && inWords(issue.message)
    },
    forget(field: string) {
      setIssues((old) => old.filter(({ path }) => path !== field))
    },
    submit(fields: Fields, form: HTMLFormElement) {
      if (mutation.isPending) return
      const broken = check(fields)
      setIssues(broken)
      const [first] = broken
      if (first === undefined) return mutation.mutate(fields)
      const error = invalidBody(broken)
      const { title, message } = inReadersWords(new ApiError(400, error.code, error.title, error.message))
      showToast({ tone: 'problem', title, text: message })
      form.querySelector<HTMLElement>(`[name="${first.path}"]`)?.focus()
    },
  }
}
