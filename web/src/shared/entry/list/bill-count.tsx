import { DOT_SEPARATOR } from '../../language/dot-separator.ts'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'

const words = inBothLanguages(
  { bills: (n: number) => (n === 1 ? '1 bill' : `${n} bills`) },
  { bills: (n: number) => `${n} बिल` },
)

/** The number of a row's bills in a word, at the end of the row; nothing where it has none. */
export function BillCount({ count }: { count: number }) {
  const t = useWords(words)
  return count === 0 ? null : (
    <>
      {DOT_SEPARATOR}
      <span className="whitespace-nowrap font-strong text-ink">{t.bills(count)}</span>
    </>
  )
}
