import { BETWEEN } from '../language/between.ts'
import { inBothLanguages, useWords } from '../language/words.ts'

const words = inBothLanguages(
  { bills: (n: number) => (n === 1 ? '1 bill' : `${n} bills`) },
  { bills: (n: number) => `${n} बिल` },
)

/** The number of a row's bills in a word, at the end of the row; nothing where it has none. */
export function BillMark({ count }: { count: number }) {
  const t = useWords(words)
  return count === 0 ? null : (
    <>
      {BETWEEN}
      <span className="whitespace-nowrap font-strong text-ink">{t.bills(count)}</span>
    </>
  )
}
