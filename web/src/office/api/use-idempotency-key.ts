import { type RefObject, useRef } from 'react'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { ApiError, outcomeUnknown } from '../../shared/api/api-error.ts'

/**
 * Returns the idempotency key of a command without a form, such as a deletion. It stays the same until the ledger has
 * answered, so that a second tap after a lost answer is the same command.
 * @param kept holds the key of a text that outlives its form
 */
export function useIdempotencyKey(kept?: RefObject<string | undefined>) {
  const own = useRef<string>(undefined)
  const key = kept ?? own
  return {
    toSend(): string {
      key.current ??= newIdempotencyKey()
      return key.current
    },
    done() {
      key.current = undefined
    },
    failed(error: unknown) {
      if (error instanceof ApiError && !outcomeUnknown(error)) key.current = undefined
    },
  }
}
