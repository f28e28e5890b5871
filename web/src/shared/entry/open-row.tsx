import { inBothLanguages, useWords } from '../language/words.ts'

// Apart from the dialog's words, which come with the dialog.
const words = inBothLanguages(
  { open: (who: string, amount: string) => `Open: ${who}, ${amount}` },
  { open: (who: string, amount: string) => `खोलें: ${who}, ${amount}` },
)

interface Props {
  /** Which row it is, for those who hear the button without the row: who is on the other side, and the amount as rupees. */
  who: string
  amount: string
  onOpen(): void
}

/** The whole of a row as one button that opens its entry. The row is `relative`; what else can be pressed in it is so too. */
export function OpenRow({ who, amount, onOpen }: Props) {
  const t = useWords(words)
  return (
    <button
      type="button"
      aria-label={t.open(who, amount)}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="absolute inset-0 -outline-offset-4 hover:inset-ring hover:inset-ring-edge"
    />
  )
}
