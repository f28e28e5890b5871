import { errorMessage } from '../../../shared/api/error-messages.ts'
import { showToast } from '../../../shared/design/toast/toast-store.ts'
import { currentWords } from '../../../shared/language/in-both-languages.ts'
import { outboxOf } from '../model/outbox.ts'
import type { OutboxEntry } from '../model/outbox-entry.ts'
import type { OutboxChanges } from '../model/outbox-transitions.ts'
import { words } from './screen-texts.ts'

/**
 * Applies the user's decision about the waiting entries. Where the phone's storage fails, a toast says so and nothing
 * changes.
 */
export function applyDecision(owner: string, decide: (entries: readonly OutboxEntry[]) => OutboxChanges): void {
  outboxOf(owner)
    .update(decide)
    .catch((error: Error) =>
      showToast({ tone: 'problem', title: currentWords(words).error, text: errorMessage(error) }),
    )
}
