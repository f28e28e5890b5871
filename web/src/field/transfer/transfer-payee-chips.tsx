import { dayOf } from '@ledger/contracts/dates.ts'
import type { TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { useId } from 'react'
import { RadioChoice } from '../../shared/design/controls/radio-choice.tsx'
import { dateOfDayText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { payeeMobile, payeeName } from './payee-name-and-mobile.ts'
import { words } from './screen-texts.ts'

/** The most supervisors that are offered at once. The others are in the list below. */
const MAX_CHIPS = 4

interface Props {
  /** The supervisors to whom money was sent, the latest first. */
  payees: readonly TransferPayee[]
  chosen: string
  onChoose(id: string): void
}

/** The supervisors who lately got money, one tap each, with what they got last. */
export function TransferPayeeChips({ payees, chosen, onChoose }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const name = useId()
  const offered = payees.slice(0, MAX_CHIPS)
  if (offered.length === 0) return null
  const isShared = (shown: string) => offered.filter((payee) => payeeName(payee) === shown).length > 1
  return (
    <fieldset>
      <legend className="mb-1.5 font-strong">{t.before}</legend>
      <div className="grid grid-cols-1 gap-2 min-[480px]:grid-cols-2">
        {offered.map((payee) => {
          const shown = payeeName(payee)
          return (
            <RadioChoice
              key={payee.id}
              name={name}
              className="tiny:flex-wrap"
              checked={chosen === payee.id}
              onChange={() => onChoose(payee.id)}
            >
              <span className="min-w-0 py-1">
                <span className="block [overflow-wrap:anywhere]">
                  {isShared(shown) ? `${shown} · ${payeeMobile(payee).slice(-4)}` : shown}
                </span>
                {payee.lastSent && payee.lastTransfer !== null ? (
                  <span className="block text-ink-soft text-small">
                    {t.lastTime(rupees(payee.lastSent.amount), dateOfDayText(dayOf(payee.lastTransfer), language))}
                  </span>
                ) : null}
              </span>
            </RadioChoice>
          )
        })}
      </div>
    </fieldset>
  )
}
