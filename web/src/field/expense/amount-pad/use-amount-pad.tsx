import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { AmountPadControl } from '../../../shared/entry/form/amount-field.tsx'
import { isMobileDevice } from '../../../shared/voice/mobile-device.ts'
import type { ExpenseFields } from '../expense-fields.ts'
import { AmountPad } from './amount-pad.tsx'

/**
 * Opens a form with the focus on its amount, and on a phone with a number pad, which is shown while the amount has the
 * focus unless the user asked for the phone's keyboard. At a desk the field is typed into as any other.
 */
export function useAmountPad(form: UseFormReturn<ExpenseFields>, isBusy: boolean) {
  const [isUsed, setUsed] = useState(isMobileDevice)
  const [isFocused, setFocused] = useState(false)
  const { getValues, setValue, setFocus, formState } = form
  const wantsFocus = useRef(true)
  const focusIfWanted = useEffectEvent(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    setFocus('amount')
    // The whole amount, also where the form was scrolled.
    window.scrollTo({ top: 0 })
  })
  // A field that is disabled while the form is sent takes no focus.
  useEffect(() => {
    if (!isBusy) focusIfWanted()
  }, [isBusy])
  const control: AmountPadControl = {
    isUsed,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  const pad: ReactNode =
    isUsed && isFocused ? (
      <AmountPad
        amount={getValues('amount')}
        onChange={(amount) => setValue('amount', amount, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        onKeyboard={() => {
          // Drawn at once: iOS opens its keyboard only for a focus within the tap.
          flushSync(() => setUsed(false))
          reopenKeyboard()
        }}
        onDone={() => blurFocused()}
      />
    ) : null
  return {
    control,
    pad,
    /** Gives the focus to the amount once the form can be filled in again. */
    focusNext() {
      wantsFocus.current = true
    },
  }
}

const blurFocused = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** A phone opens its keyboard for a field that receives the focus, once the field asks for one. */
function reopenKeyboard(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus()
}
