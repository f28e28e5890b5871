import { registerWaitingReader } from '../shared/session/entries-waiting-for-sign-in.ts'

/** Lets the sign-in read the outbox of the field, whose code is loaded only where a session has ended. */
export function registerOutboxForSignIn(): void {
  registerWaitingReader(async (account) => {
    const { readPendingCountAndAmount } = await import('../field/outbox/model/read-pending-count-and-amount.ts')
    return readPendingCountAndAmount(account)
  })
}
