import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FormFieldError } from '../../design/controls/form-field.tsx'
import { RadioChoice } from '../../design/controls/radio-choice.tsx'
import { useWords } from '../../language/in-both-languages.ts'
import { paymentModeLabels } from '../../language/payment-mode-labels.ts'

interface Props {
  label: string
  modes: readonly PaymentMode[]
  /** The field as registered with react-hook-form. */
  registered: UseFormRegisterReturn
  error?: string | undefined
}

/** Nearly every payment on a site is one of these. */
const LARGE_MODES: readonly PaymentMode[] = ['cash', 'upi']

/** The choice of the payment mode, each button as wide as a thumb. */
export function PaymentModeChoice({ label, modes, registered, error }: Props) {
  const t = useWords(paymentModeLabels)
  return (
    <fieldset>
      <legend className="mb-1.5 font-strong">{label}</legend>
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-2">
        {modes.map((mode) => (
          <RadioChoice
            key={mode}
            value={mode}
            {...registered}
            className={`max-[360px]:gap-2 max-[360px]:px-2.5 ${LARGE_MODES.includes(mode) ? 'min-h-14! font-strong' : 'text-small'}`}
          >
            {t[mode]}
          </RadioChoice>
        ))}
      </div>
      <FormFieldError id={`${registered.name}-error`} error={error} />
    </fieldset>
  )
}
