import { inBothLanguages, useWords } from '../language/words.ts'

const words = inBothLanguages(
  { bills: (n: number) => (n === 1 ? '1 bill' : `${n} bills`) },
  { bills: (n: number) => `${n} बिल` },
)

/** How many bills a row has, in a word, behind what the row says last; nothing where it has none. */
export function BillMark({ count }: { count: number }) {
  const t = useWords(words)
  return count === 0 ? null : (
    <>
      {' '}
      <span className="whitespace-nowrap">
        · <span className="font-strong text-ink">{t.bills(count)}</span>
      </span>
    </>
  )
}
