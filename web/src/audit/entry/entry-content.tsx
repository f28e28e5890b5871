import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import { VOUCHER_LABEL } from '@ledger/contracts/labels/transaction-labels.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { labelledEntryFields } from '../sentences/entry-fields.ts'
import { words } from './screen-texts.ts'

interface Props {
  entry: Entry
  title: string
  /** Its voucher number as it is shown; null where none is known. */
  voucher?: string | null
  isPlain?: boolean
}

/** An entry's content, with the amount in the largest figures. */
export function EntryContent({ entry, title, voucher = null, isPlain = false }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [, ...fields] = labelledEntryFields(entry, language)
  const shown = voucher === null ? fields : [{ label: VOUCHER_LABEL[language], value: voucher }, ...fields]
  return (
    <section className={isPlain ? '' : 'rounded-sheet border border-rule bg-sheet p-4 md:p-5'}>
      <h2 className="text-ink-soft text-small">{title}</h2>
      <p className="mt-1 font-strong">{t[entry.kind]}</p>
      <p className="figures font-heavy text-figure">{rupees(formatAmount(entry.paise))}</p>
      <dl
        className={`mt-3 grid gap-x-4 gap-y-2 border-rule border-t pt-3 text-small ${isPlain ? 'md:grid-cols-2 print:grid-cols-2' : 'md:grid-cols-2 lg:grid-cols-1'}`}
      >
        {shown.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="break-words text-body">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
