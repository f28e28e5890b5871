import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

interface Props {
  moment: BalancesAsOf
  /** The moment's name, where two are compared. */
  title: string | undefined
}

/** Received minus spent over all accounts: zero at every position, on the double line, and of which moment that is. */
export function TrialBalanceTable({ moment: { position, recordedAt, trialBalance }, title }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const when = recordedAt === null ? [] : [`${dateText(recordedAt, language)}, ${timeText(recordedAt)}`]
  const place = position === 0 ? t.beginning : t.trialAt(countText(position))
  const isZero = trialBalance.difference === '0.00'
  const Icon = isZero ? CircleCheck : CircleAlert
  return (
    <section aria-label={t.trial} className="grid gap-2 rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <h2 className="font-heavy text-lead">{t.trial}</h2>
      <p className="text-ink-soft text-small">
        {[...(title === undefined ? [] : [title]), place, ...when].join(DOT_SEPARATOR)}
      </p>
      <dl className="grid gap-1 md:grid-cols-3 md:gap-6">
        <TrialBalanceLine label={t.received} figure={trialBalance.received} />
        <TrialBalanceLine label={t.spent} figure={trialBalance.spent} />
        <div className="flex justify-between gap-4 font-heavy text-lead md:block md:text-right">
          <dt className="md:font-normal md:text-body md:text-ink-soft">{t.difference}</dt>
          <dd>
            <span className="figures total-line">{rupees(trialBalance.difference)}</span>
          </dd>
        </div>
      </dl>
      <p className={`flex items-start gap-2 font-strong ${isZero ? 'text-credit' : 'text-debit'}`}>
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {isZero ? t.balanced : t.unbalanced}
      </p>
    </section>
  )
}

function TrialBalanceLine({ label, figure }: { label: string; figure: string }) {
  return (
    <div className="flex justify-between gap-4 md:block">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures md:font-heavy md:text-lead">{rupees(figure)}</dd>
    </div>
  )
}
