import { messageOf } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { wordsNow } from '../../shared/language/words.ts'
import type { Changes } from './decide.ts'
import type { Entry } from './entry.ts'
import { outboxOf } from './outbox.ts'
import { words } from './words.ts'

/**
 * Applies the user's decision about the waiting entries. Where the phone's storage fails, a toast says so and nothing
 * changes.
 */
export function decideNow(owner: string, decide: (entries: readonly Entry[]) => Changes): void {
  outboxOf(owner)
    .change(decide)
    .catch((error: Error) => showToast({ tone: 'problem', title: wordsNow(words).error, text: messageOf(error) }))
}
