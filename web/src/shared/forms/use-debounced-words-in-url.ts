import { useEffect, useRef, useState } from 'react'
import { useDebouncedText } from './use-debounced-text.ts'

interface TypedWords {
  /** The words of the field, which may still be typed. */
  readonly typed: string
  type(words: string): void
  /** Notes words that the caller itself brings into the address. */
  note(words: string): void
}

/**
 * Keeps the words of a search in the address, so that a reload, the way back and a link lead to the same rows. They
 * come into the address once the typing pauses or the field is left, and into the field when a link or the way back
 * changes the address.
 * @param onSettled brings the words into the address
 */
export function useDebouncedWordsInUrl(inAddress: string, onSettled: (words: string) => void): TypedWords {
  const [typed, type] = useState(inAddress)
  const settled = useDebouncedText(typed.trim())
  /** The words that the address has, or will have in a moment. */
  const sent = useRef(inAddress)
  const settle = useRef((_: string) => {})
  settle.current = (words) => {
    if (words === sent.current) return
    sent.current = words
    onSettled(words)
  }
  const latest = useRef(typed)
  latest.current = typed
  useEffect(() => settle.current(settled), [settled])
  useEffect(() => {
    // A dialog adds a step to the history: words that settled above it would be lost when it closes.
    const settleNow = () => settle.current(latest.current.trim())
    document.addEventListener('focusout', settleNow)
    return () => document.removeEventListener('focusout', settleNow)
  }, [])
  useEffect(() => {
    if (inAddress === sent.current) return
    sent.current = inAddress
    type(inAddress)
  }, [inAddress])
  return {
    typed,
    type,
    note(words) {
      sent.current = words
    },
  }
}
