import { type RefObject, useState } from 'react'

type UnsentKind = 'question' | 'reason'

interface UnsentText {
  readonly text: string
  /** Holds the idempotency key, because the text may be sent already: a lost answer leaves it here. */
  readonly key: RefObject<string | undefined>
}

/** The texts that were typed and not sent, or not known to be sent. */
const unsent = new Map<string, UnsentText>()

const nameOf = (kind: UnsentKind, entry: string) => `${kind} ${entry}`

/**
 * Returns a text about an entry, its setter, and the holder of its idempotency key. Text and key outlive the form for
 * as long as the page lives, because a click on the next row takes the form away without asking. An empty text is
 * forgotten.
 */
export function useUnsentText(
  kind: UnsentKind,
  entry: string,
): [text: string, setText: (text: string) => void, key: UnsentText['key']] {
  const name = nameOf(kind, entry)
  const [text, setText] = useState(unsent.get(name)?.text ?? '')
  const [key] = useState(() => unsent.get(name)?.key ?? { current: undefined })
  return [
    text,
    (typed) => {
      if (typed === '') unsent.delete(name)
      else unsent.set(name, { text: typed, key })
      setText(typed)
    },
    key,
  ]
}

export function hasUnsentText(kind: UnsentKind, entry: string): boolean {
  return unsent.has(nameOf(kind, entry))
}

/** Forgets all of them: another user may sign in on this page. */
export function forgetUnsentTexts(): void {
  unsent.clear()
}
