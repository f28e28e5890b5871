import { questionBody } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refetchOfficeLists, sitesQuery } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { useUnsentText } from '../controls/use-unsent-text.ts'
import { askQuestion } from './question-queries.ts'
import { words } from './screen-texts.ts'

/** Asks the account that has an entry about it. */
export function AskForm({ row, onDone }: { row: CompanyTransaction; onDone(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const [text, setText, kept] = useUnsentText('question', row.id)
  const key = useIdempotencyKey(kept)
  const [problem, setProblem] = useState<string>()
  const people = [...(useQuery(sitesQuery).data ?? []), ...(useQuery(allSupervisorsQuery).data ?? [])]
  const isDisabled = people.find(({ id }) => id === row.userId)?.status === 'disabled'
  const asking = useMutation({
    mutationFn: () => askQuestion({ id: row.id, body: { text }, idempotencyKey: key.toSend() }),
    async onSuccess() {
      showToast({ tone: 'done', title: t.asked })
      setText('')
      await refetchOfficeLists(client)
      onDone()
    },
    onError: (error) => key.failed(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = questionBody.safeParse({ text })
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !asking.isPending) asking.mutate()
  }
  const { leave, question } = useDiscardQuestion(text !== '', () => {
    setText('')
    onDone()
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <FormField
        label={t.to(row.accountName)}
        hint={isDisabled ? t.ofDisabled(row.accountName) : undefined}
        error={inWords(problem)}
      >
        {(parts) => (
          <textarea
            {...parts}
            // A form that comes back with its text leaves the keys with the list, which goes from entry to entry.
            // biome-ignore lint/a11y/noAutofocus: an empty form opens by its own button, to be typed into
            autoFocus={text === ''}
            value={text}
            rows={2}
            onChange={({ target }) => setText(target.value)}
            className={`${controlLook} py-2.5`}
          />
        )}
      </FormField>
      <RefusalMessage error={asking.error} />
      {question ?? (
        <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
          <Button kind="secondary" disabled={asking.isPending} onClick={leave}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={asking.isPending}>
            {asking.isPending ? t.asking : t.ask}
          </Button>
        </div>
      )}
    </form>
  )
}
