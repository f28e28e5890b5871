import { useState } from 'react'

type UnsentKind = 'question' | 'reason'

/** The texts that were typed and not sent. */
const unsent = new Map<string, string>()

const keyOf = (kind: UnsentKind, entry: string) => `${kind} ${entry}`

/**
 * Returns a text about an entry and its setter. The text outlives its form for as long as the page lives, because a
 * click on the next row takes the form away without asking. An empty text is forgotten.
 */
export function useUnsentText(kind: UnsentKind, entry: string): [string, (text: string) => void] {
  const key = keyOf(kind, entry)
  const [text, setText] = useState(unsent.get(key) ?? '')
  return [
    text,
    (typed) => {
      if (typed === '') unsent.delete(key)
      else unsent.set(key, typed)
      setText(typed)
    },
  ]
}

export function hasUnsentText(kind: UnsentKind, entry: string): boolean {
  return unsent.has(keyOf(kind, entry))
}

/** Forgets all of them: another user may sign in on this page. */
export function forgetUnsentTexts(): void {
  unsent.clear()
}
