import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Choice } from '../design/choice.tsx'
import { FieldError } from '../design/field.tsx'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'

interface Props {
  label: string
  modes: readonly PaymentMode[]
  /** The field as registered with react-hook-form. */
  registered: UseFormRegisterReturn
  error?: string | undefined
}

/** The choice of the payment mode, each button as wide as a thumb. */
export function ModeChoice({ label, modes, registered, error }: Props) {
  const t = useWords(paymentModeWords)
  return (
    <fieldset>
      <legend className="mb-1.5 font-strong">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {modes.map((mode) => (
          <Choice key={mode} value={mode} {...registered} className="max-[360px]:gap-2 max-[360px]:px-2.5">
            {t[mode]}
          </Choice>
        ))}
      </div>
      <FieldError id={`${registered.name}-error`} error={error} />
    </fieldset>
  )
}
