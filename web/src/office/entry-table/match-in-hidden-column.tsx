import { MarkedText, useFindRanges } from '../../shared/entry/list/marked-text.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'

interface Props {
  /** The name of the column that is not on the screen. */
  label: string
  text: string
  query: string
}

/**
 * The text of a column that is not on the screen, where the search found it. It stands before the other text of its
 * cell, because the end of a long one is cut.
 */
export function MatchInHiddenColumn({ label, text, query }: Props) {
  const find = useFindRanges(text !== '')
  if (text === '' || find === undefined || find(text, query).length === 0) return null
  return (
    <>
      <span title={label}>
        <MarkedText text={text} query={query} />
      </span>
      {DOT_SEPARATOR}
    </>
  )
}
