import type { FrequentPayee } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { useState } from 'react'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { words } from './screen-texts.ts'

interface Props {
  payees: readonly FrequentPayee[]
  chosen: string
  onChoose(payee: FrequentPayee): void
}

/** More of them would push the fields off a phone's screen. */
const SHOWN_AT_FIRST = 4

/** The payees of the account, the likeliest first: a tap fills in the name and what goes with it. */
export function FrequentPayeeChips({ payees, chosen, onChoose }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const [showsAll, setShowsAll] = useState(false)
  if (payees.length === 0) return null
  const shown = showsAll ? payees : payees.slice(0, SHOWN_AT_FIRST)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend that no grid lays out
    <div role="group" aria-label={t.oftenPaid} className="grid gap-2">
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-2 sm:grid-cols-4">
        {shown.map((payee) => (
          <button
            key={payee.name}
            type="button"
            aria-pressed={payee.name === chosen}
            onClick={() => onChoose(payee)}
            className="grid min-h-12 min-w-0 content-center rounded-brick border border-edge bg-sheet px-2.5 py-1 text-left leading-5 aria-pressed:border-ink aria-pressed:bg-wash aria-pressed:inset-ring aria-pressed:inset-ring-ink"
          >
            <span className="font-strong [overflow-wrap:anywhere]">{payee.name}</span>
            <span className="text-ink-soft text-small [overflow-wrap:anywhere]">
              {payee.purpose}
              {payee.paymentMode === 'cash' ? null : `${DOT_SEPARATOR}${modes[payee.paymentMode]}`}
              <span className="figures">{`${DOT_SEPARATOR}${rupees(payee.amount).replace(/\.00$/, '')}`}</span>
            </span>
          </button>
        ))}
      </div>
      {payees.length > SHOWN_AT_FIRST && !showsAll ? (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className="-mb-2 min-h-11 justify-self-start font-strong text-small underline underline-offset-4"
        >
          {t.morePayees}
        </button>
      ) : null}
    </div>
  )
}
