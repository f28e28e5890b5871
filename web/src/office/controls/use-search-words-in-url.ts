import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDebouncedWordsInUrl } from '../../shared/forms/use-debounced-words-in-url.ts'

/** The parameters of the address that hold the words of a list's search: a page may have several lists. */
type WordsName = 'q' | 'incharges' | 'supervisors' | 'sites' | 'credits'

interface SearchWordsInUrl {
  /** The words that the list is searched for. */
  readonly q: string
  /** The words of the field. */
  readonly typed: string
  type(words: string): void
}

/** Returns the words of a list's search, which the address of its page keeps. */
export function useSearchWordsInUrl(name: WordsName): SearchWordsInUrl {
  const q = useSearch({ strict: false })[name] ?? ''
  const change = useChangeUrlParams()
  const { typed, type } = useDebouncedWordsInUrl(q, (words) => change({ [name]: words }))
  return { q, typed, type }
}

/** Returns a function that changes parameters of the address in place; "" takes one out. */
export function useChangeUrlParams() {
  const navigate = useNavigate()
  return (changed: Readonly<Record<string, string>>) =>
    void navigate({
      to: '.',
      search: (before: object) =>
        Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, value]) => value !== '')),
      replace: true,
      resetScroll: false,
      state: true,
    })
}
