import { Pencil, Trash2 } from 'lucide-react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'

// Separate from the dialogs' words, which load with the dialogs.
const words = inBothLanguages(
  {
    editRow: (who: string, amount: string) => `Edit: ${who}, ${amount}`,
    deleteRow: (who: string, amount: string) => `Delete: ${who}, ${amount}`,
  },
  {
    editRow: (who: string, amount: string) => `बदलें: ${who}, ${amount}`,
    deleteRow: (who: string, amount: string) => `मिटाएँ: ${who}, ${amount}`,
  },
)

interface Props {
  /**
   * Identifies the row for screen readers, which read the buttons without the row: the other side, and the amount as
   * rupees.
   */
  who: string
  amount: string
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  /** Where the buttons stand; at the end of a column below the amount where it is left out. */
  className?: string
}

const BELOW_AMOUNT = 'relative -mr-3 tiny:mr-0 mt-auto self-end'

/** The buttons Edit and Delete of a row, 44 px each, over the button that opens it. */
export function RowActionButtons({ who, amount, onEdit, onDelete, className = BELOW_AMOUNT }: Props) {
  const t = useWords(words)
  const look = 'grid size-11 place-items-center rounded-brick text-ink-soft hover:bg-ground hover:text-ink'
  if (onEdit === undefined && onDelete === undefined) return null
  return (
    <div className={`flex ${className}`}>
      {onEdit === undefined ? null : (
        <button type="button" aria-label={t.editRow(who, amount)} onClick={onEdit} className={look}>
          <Pencil className="size-5" aria-hidden="true" />
        </button>
      )}
      {onDelete === undefined ? null : (
        <button type="button" aria-label={t.deleteRow(who, amount)} onClick={onDelete} className={look}>
          <Trash2 className="size-5" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
