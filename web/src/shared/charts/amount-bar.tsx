import { paiseOf } from '@ledger/contracts/money.ts'
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'

interface Props {
  /** The amount and the largest of the bars in a column, decimal strings. */
  amount: string
  largest: string
  as: 'received' | 'spent' | 'share' | 'rest'
}

const BAR_LOOKS = {
  received: 'fill-sheet stroke-2 stroke-credit',
  spent: 'fill-debit',
  share: 'fill-accent-line',
  rest: 'fill-edge',
}

/**
 * One row's amount as a bar, on the same scale as the others. Screen readers skip it, because the figure is beside it.
 */
export function AmountBar({ amount, largest, as }: Props) {
  const along = scaleLinear({ domain: [0, Math.max(1, paiseOf(largest))], range: [0, 100] })
  const inset = as === 'received' ? 1 : 0
  return (
    <svg
      className={`block h-3 w-full ${as === 'share' || as === 'rest' ? 'rounded-[2px] bg-rule' : 'overflow-visible'}`}
      focusable="false"
      role="presentation"
    >
      <Bar
        x={inset}
        y={inset}
        rx={1}
        width={`${along(paiseOf(amount))}%`}
        height={12 - 2 * inset}
        className={BAR_LOOKS[as]}
      />
    </svg>
  )
}
