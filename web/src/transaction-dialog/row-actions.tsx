import type { Transaction } from '@ledger/contracts/shapes.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { rupees } from '../language/figures.ts'
import { inBothLanguages, useWords } from '../language/words.ts'

// Apart from the dialogs' words, which come with the dialogs.
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
  row: Transaction
  onEdit: ((row: Transaction) => void) | undefined
  onDelete: ((row: Transaction) => void) | undefined
}

/** Edit and delete at a row, 44 px each; each says of which row, for those who hear the buttons without the row. */
export function RowActions({ row, onEdit, onDelete }: Props) {
  const t = useWords(words)
  const amount = rupees(row.amount)
  const look = 'grid size-11 place-items-center rounded-brick text-ink-soft hover:bg-ground hover:text-ink'
  if (onEdit === undefined && onDelete === undefined) return null
  return (
    <div className="-mr-3 mt-auto flex justify-end">
      {onEdit === undefined ? null : (
        <button
          type="button"
          aria-label={t.editRow(row.recipient, amount)}
          onClick={() => onEdit(row)}
          className={look}
        >
          <Pencil className="size-5" aria-hidden="true" />
        </button>
      )}
      {onDelete === undefined ? null : (
        <button
          type="button"
          aria-label={t.deleteRow(row.recipient, amount)}
          onClick={() => onDelete(row)}
          className={look}
        >
          <Trash2 className="size-5" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
