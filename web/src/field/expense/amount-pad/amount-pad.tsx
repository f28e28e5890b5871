import { Check, Delete, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { groupedAmount } from '../../../shared/entry/form/amount-field-state.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { words } from '../screen-texts.ts'
import { type AmountKey, pressAmountKey } from './amount-keys.ts'

interface Props {
  amount: string
  onChange(amount: string): void
  /** Asks for the phone's keyboard in place of the pad. */
  onKeyboard(): void
  /** The amount is whole. */
  onDone(): void
}

/**
 * The number pad of the amount. It leaves the focus in the field; the phone's own keyboard stays closed, so that the
 * form under it can be seen. A screen reader hears the amount after each key, because the text of a field that a script
 * changes is not announced.
 */
export function AmountPad({ amount, onChange, onKeyboard, onDone }: Props) {
  const t = useWords(words)
  const key = (name: AmountKey, shown: ReactNode = name, label?: string) => (
    <PadKey label={label} onPress={() => onChange(pressAmountKey(amount, name))}>
      {shown}
    </PadKey>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend that no grid lays out
    <div role="group" aria-label={t.pad} className="grid grid-cols-4 gap-1.5 px-3 pt-2">
      <p role="status" className="sr-only">
        {groupedAmount(amount)}
      </p>
      {key('1')}
      {key('2')}
      {key('3')}
      {key('delete', <Delete className="size-6" aria-hidden="true" />, t.deleteDigit)}
      {key('4')}
      {key('5')}
      {key('6')}
      <PadKey label={t.keyboard} onPress={onKeyboard}>
        <Keyboard className="size-6" aria-hidden="true" />
      </PadKey>
      {key('7')}
      {key('8')}
      {key('9')}
      {key('00')}
      {key('.')}
      {key('0')}
      <PadKey label={t.amountDone} onPress={onDone} className="col-span-2">
        <Check className="size-6" aria-hidden="true" />
      </PadKey>
    </div>
  )
}

interface PadKeyProps {
  /** The name of a key without a letter. */
  label?: string | undefined
  onPress(): void
  className?: string
  children: ReactNode
}

function PadKey({ label, onPress, className = '', children }: PadKeyProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      // Keeps the focus in the field of the amount.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={`figures grid min-h-12 touch-manipulation select-none place-items-center rounded-brick border border-edge bg-ground font-strong text-lead active:bg-wash ${className}`}
    >
      {children}
    </button>
  )
}
