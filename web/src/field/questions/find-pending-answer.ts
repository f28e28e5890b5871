import type { AnswerEntry } from '../outbox/model/outbox-entry.ts'
import { isReplaceable } from '../outbox/model/outbox-transitions.ts'
import { usePendingEntries } from '../outbox/ui/use-pending-entries.ts'

/** Returns the answer to a question that waits on this phone, and that another input would replace. */
export function findPendingAnswer(question: string): AnswerEntry | undefined {
  return usePendingEntries.getState().answers.find((one) => one.what.question === question && isReplaceable(one))
}
