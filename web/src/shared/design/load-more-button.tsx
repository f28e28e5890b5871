import { inBothLanguages, useWords } from '../language/in-both-languages.ts'
import { Button } from './controls/button.tsx'
import { IncompletePrintNote } from './incomplete-print-note.tsx'

const words = inBothLanguages(
  { more: 'Show more', earlier: 'Show earlier ones', loading: 'Loading…' },
  { more: 'और दिखाएँ', earlier: 'इससे पहले के दिखाएँ', loading: 'खुल रहा है…' },
)

interface Props {
  /** The pages read so far. */
  query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> }
  /** `earlier` where the next page holds older lines than all those below, as in a book; otherwise it follows them. */
  is?: 'more' | 'earlier'
  /**
   * Returns what paper says of the other rows, which the named button brings; left out where a button of the screen
   * prints or downloads all of them.
   */
  inPart?: (button: string) => string
}

/** The link to the next page at the end of a list, or above it, as long as there is a next page. */
export function LoadMoreButton({ query, is = 'more', inPart }: Props) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const t = useWords(words)
  if (!hasNextPage) return null
  return (
    <div className="border-rule border-t p-3">
      <Button kind="quiet" className="w-full" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? t.loading : t[is]}
      </Button>
      <IncompletePrintNote text={inPart?.(t[is])} />
    </div>
  )
}
