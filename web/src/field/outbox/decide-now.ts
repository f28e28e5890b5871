import { messageOf } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { wordsNow } from '../../shared/language/words.ts'
import type { Changes } from './decide.ts'
import type { Entry } from './entry.ts'
import { outboxOf } from './outbox.ts'
import { words } from './words.ts'

/** What the person decided about what waits. Where the phone's storage fails, it is said, and everything stays as it was. */
export function decideNow(owner: string, decide: (entries: readonly Entry[]) => Changes): void {
  outboxOf(owner)
    .change(decide)
    .catch((error: Error) => showToast({ tone: 'problem', title: wordsNow(words).error, text: messageOf(error) }))
}
