import { amountWithPaise } from '../../shared/language/amount-with-paise.ts'
import type { EntryColumnId } from './column-ids.ts'

/** A line above the first row or below the last: an opening or closing balance, a total. */
export interface BalanceOrTotalLine {
  readonly label: string
  /** The figures of some columns, decimals. */
  readonly figures: Partial<Record<EntryColumnId, string>>
}

interface Props {
  line: BalanceOrTotalLine
  columns: readonly EntryColumnId[]
  /** Whether it stands on the bookkeeper's double line. */
  isTotal?: boolean
  rowIndex: number
}

/** The row of such a line. Its label runs over the columns before its first figure. */
export function BalanceOrTotalRow({ line: { label, figures }, columns, isTotal = false, rowIndex }: Props) {
  const firstFigure = columns.findIndex((id) => figures[id] !== undefined)
  const labelled = firstFigure === -1 ? columns.length : firstFigure
  return (
    <tr aria-rowindex={rowIndex} className="entry-row entry-edge-row">
      <th scope="row" colSpan={labelled}>
        {label}
      </th>
      {columns.slice(labelled).map((id) => {
        const figure = figures[id]
        return (
          <td key={id} className="entry-figure">
            {figure === undefined ? null : (
              <span className={`${isTotal ? 'total-line' : ''} ${figure.startsWith('-') ? 'text-debit' : ''}`}>
                {amountWithPaise(figure)}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
