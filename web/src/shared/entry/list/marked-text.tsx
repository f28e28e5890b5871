import type { TextRange } from '@ledger/contracts/text/matched-ranges.ts'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  /** The shown text. */
  text: string
  /** The search as it was typed; undefined or "" marks nothing. */
  query: string | undefined
}

type FindRanges = (text: string, query: string) => TextRange[]

/** Set once the code that finds the ranges is loaded. */
let findRanges: FindRanges | undefined

/**
 * A text with the parts marked that the words of a search match, by their spelling or by their sound. The code of the
 * search loads with the first search: until then, and where it does not arrive, the text is shown without marks.
 */
export function MarkedText({ text, query }: Props): ReactNode {
  const find = useFindRanges(Boolean(query))
  if (!query || find === undefined) return text
  const parts: ReactNode[] = []
  let end = 0
  for (const range of find(text, query)) {
    parts.push(text.slice(end, range.start), <mark key={range.start}>{text.slice(range.start, range.end)}</mark>)
    end = range.end
  }
  return [...parts, text.slice(end)]
}

/** Returns the code that finds the ranges, once it is wanted and loaded. */
export function useFindRanges(isWanted: boolean): FindRanges | undefined {
  const [find, setFind] = useState(() => findRanges)
  const isMissing = isWanted && find === undefined
  useEffect(() => {
    if (!isMissing) return
    import('@ledger/contracts/text/matched-ranges.ts').then(({ findMatchedRanges }) => {
      findRanges = findMatchedRanges
      setFind(() => findMatchedRanges)
    }, console.warn)
  }, [isMissing])
  return find
}
