import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, isZero, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { words } from './screen-texts.ts'

/** The sums of a period by payment mode, and by purpose, beside each other. */
export function SumsByModeAndPurpose({ totals }: { totals: Statement['totals'] }) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const { carried, byMode, byPurpose } = totals
  const isCarried = !isZero(carried.in) || !isZero(carried.out)
  if (byMode.length === 0 && !isCarried) return null
  return (
    <div className="grid gap-x-8 border-rule border-t px-4 py-4 md:px-5 lg:grid-cols-2 lg:items-start">
      <SumsTable
        title={t.byMode}
        sums={[
          ...byMode.map(({ mode, ...sums }) => ({ label: modes[mode], ...sums })),
          ...(isCarried ? [{ label: t.carried, ...carried }] : []),
        ]}
      />
      <SumsTable
        title={t.byPurpose}
        sums={byPurpose.map(({ purpose, ...sums }) => ({
          label: purpose === null ? t.otherPurposes : purposeLabel(purpose, language),
          ...sums,
        }))}
      />
    </div>
  )
}

interface StatementSumRow {
  label: string
  in: string
  out: string
  entries?: number
}

function SumsTable({ title, sums }: { title: string; sums: readonly StatementSumRow[] }) {
  const t = useWords(words)
  if (sums.length === 0) return null
  const figure = 'figures py-1.5 pl-3 text-right align-top'
  return (
    <table className="w-full text-small max-lg:mb-4">
      <caption className="pb-1 text-left font-heavy text-base">{title}</caption>
      <thead>
        <tr className="border-rule border-b text-ink-soft">
          <td />
          <th scope="col" className="py-1.5 pl-3 text-right font-normal">
            {t.received}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-normal">
            {t.paid}
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ label, in: received, out, entries }) => (
          <tr key={label} className="border-rule border-b last:border-b-0">
            <th scope="row" className="break-words py-1.5 text-left font-normal">
              {label}
              {entries === undefined ? null : (
                <span className="text-ink-soft">
                  {DOT_SEPARATOR}
                  {t.entries(countText(entries))}
                </span>
              )}
            </th>
            <td className={figure}>{isZero(received) ? null : rupees(received)}</td>
            <td className={figure}>{isZero(out) ? null : rupees(out)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
