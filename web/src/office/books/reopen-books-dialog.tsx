import { type BooksAnswer, reopenBooksBody } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { reopenBooks } from './closing-queries.ts'
import { words } from './screen-texts.ts'

/** An opening up to this day takes back every closing. */
const BEFORE_EVERYTHING = '2000-01-01'

/** Opens the books after an earlier closing, or all of them, with a reason that stays. For an admin. */
export function ReopenBooksDialog({ books, onClose }: { books: BooksAnswer; onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const language = useLanguage((state) => state.language)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const earlier = books.closings.filter(({ reopened, upTo }) => reopened === null && upTo !== books.closedUpTo)
  const [upTo, setUpTo] = useState(earlier[0]?.upTo ?? BEFORE_EVERYTHING)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const opening = useMutation({
    mutationFn: () => reopenBooks({ body: { upTo, reason }, idempotencyKey: key.toSend() }),
    onSuccess({ closedUpTo }) {
      key.done()
      const title = closedUpTo === null ? t.allOpen : t.closedUpTo(dateOfDayText(closedUpTo, language))
      showToast({ tone: 'done', title: t.reopened, text: title })
      onClose()
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = reopenBooksBody.safeParse({ upTo, reason })
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !opening.isPending) opening.mutate()
  }
  return (
    <FormDialog
      title={t.reopen}
      isEdited={reason !== ''}
      isSaving={opening.isPending}
      error={opening.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" kind="danger" disabled={opening.isPending} className="min-h-14">
          {opening.isPending ? t.reopening : t.reopen}
        </Button>
      }
    >
      <FormField label={t.openAfter} hint={t.openHint}>
        {(parts) => (
          <Select {...parts} value={upTo} onChange={(event) => setUpTo(event.target.value)}>
            {earlier.map((closing) => (
              <option key={closing.upTo} value={closing.upTo}>
                {dateOfDayText(closing.upTo, language)}
              </option>
            ))}
            <option value={BEFORE_EVERYTHING}>{t.everything}</option>
          </Select>
        )}
      </FormField>
      <FormField label={t.reason} hint={t.reasonHint} error={inWords(problem)}>
        {(parts) => (
          <input
            {...parts}
            value={reason}
            disabled={opening.isPending}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
            className={controlLook}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
