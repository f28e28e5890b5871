import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { selectRowTextByDrag } from './drag-to-select-row-text.ts'

// Separate from the dialog's words, which load with the dialog.
const words = inBothLanguages(
  { open: (who: string, amount: string) => `Open: ${who}, ${amount}` },
  { open: (who: string, amount: string) => `खोलें: ${who}, ${amount}` },
)

interface Props {
  /**
   * Identifies the row for screen readers, which read the button without the row: the other side, and the amount as
   * rupees.
   */
  who: string
  amount: string
  onOpen(): void
}

/**
 * A button over the whole row that opens its entry. The row is `relative`, and so are its other buttons. A mouse can
 * select and copy the text under it.
 */
export function OpenEntryButton({ who, amount, onOpen }: Props) {
  const t = useWords(words)
  return (
    <button
      type="button"
      aria-label={t.open(who, amount)}
      aria-haspopup="dialog"
      data-open-entry
      onPointerDown={selectRowTextByDrag}
      onClick={onOpen}
      className="absolute inset-0 -outline-offset-4 hover:inset-ring hover:inset-ring-edge"
    />
  )
}
