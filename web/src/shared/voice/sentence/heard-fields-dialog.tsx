import { ENTRY_FIELD_LABELS } from '@ledger/contracts/entry-text-fields.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../design/controls/button.tsx'
import { Dialog } from '../../design/dialog/dialog.tsx'
import { amountInWords } from '../../language/amount-in-words.ts'
import { dayText, rupees } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { type Language, useLanguage } from '../../language/language-setting.ts'
import { paymentModeLabels } from '../../language/payment-mode-labels.ts'
import type { HeardField, SpokenExpense, UnsureField } from '../parse-spoken-expense.ts'
import { words } from './screen-texts.ts'
import type { SpokenField } from './tokenize-sentence.ts'

/** The fields to fill in, as the form has them. */
export type SpokenFields = Partial<Record<SpokenField, string>>

interface Props {
  read: SpokenExpense
  onFill(fields: SpokenFields): void
  onAgain(): void
  onClose(): void
}

/** Each field that was heard, to look at and to leave out, before any of them fills the form. */
export function HeardFieldsDialog({ read: { heard, unsure }, onFill, onAgain, onClose }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const labels = { ...useWords(ENTRY_FIELD_LABELS), amount: t.amount, recipient: t.recipient, date: t.date }
  const [left, setLeft] = useState<ReadonlySet<SpokenField>>(new Set())
  const wanted = heard.filter(({ field }) => !left.has(field))
  // Outside the form that it fills, because Enter on a checkbox there would send the form.
  return createPortal(
    <Dialog title={t.title} onClose={onClose}>
      <p className="text-ink-soft">{heard.length === 0 ? t.nothing : t.look}</p>
      <div className="mt-3 grid gap-2">
        {heard.map((one) => (
          <label
            key={one.field}
            className="flex min-h-12 items-start gap-3 rounded-brick border border-edge bg-sheet px-3 py-2 has-checked:border-ink has-checked:bg-wash"
          >
            <input
              type="checkbox"
              checked={!left.has(one.field)}
              onChange={({ target }) =>
                setLeft((before) => {
                  const now = new Set(before)
                  if (target.checked) now.delete(one.field)
                  else now.add(one.field)
                  return now
                })
              }
              className="mt-1 size-5 shrink-0 accent-ink"
            />
            <span className="min-w-0 break-words">
              <span className="block text-ink-soft text-small">{labels[one.field]}</span>
              <span className="block font-strong">{shownValue(one, language)}</span>
              {one.words === one.value ? null : (
                <span className="block text-ink-soft text-small">{t.from(one.words)}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {unsure.length === 0 ? null : (
        <section className="mt-4">
          <h3 className="font-strong">{t.leftEmpty}</h3>
          <ul className="mt-1 grid gap-1">
            {unsure.map((one) => (
              <li key={one.field} className="break-words">
                {labels[one.field]}: {reasonOf(one)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 grid grid-cols-[1fr_2fr] tiny:grid-cols-1 gap-3">
        <Button kind="secondary" onClick={onAgain} className="min-h-14">
          {t.again}
        </Button>
        <Button
          disabled={wanted.length === 0}
          onClick={() => onFill(Object.fromEntries(wanted.map(({ field, value }) => [field, value])))}
          className="min-h-14"
        >
          {t.fill}
        </Button>
      </div>
    </Dialog>,
    document.body,
  )

  function reasonOf({ reason, words: said, choices }: UnsureField): string {
    return reason === 'several' && choices.length > 0 ? t.severalOf(said, choices.join(', ')) : t[reason](said)
  }
}

function shownValue({ field, value }: HeardField, language: Language): string {
  if (field === 'amount') return [rupees(value), amountInWords(value, language)].filter(Boolean).join(', ')
  if (field === 'date') return dayText(value, language)
  const modes: Readonly<Record<string, string>> = paymentModeLabels[language]
  return field === 'paymentMode' ? (modes[value] ?? value) : value
}
