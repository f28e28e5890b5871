import { registerWaitingReader } from '../shared/session/session-ended.ts'

/** Lets the sign-in read the outbox of the field, whose code is loaded only where a session has ended. */
export function registerOutboxForSignIn(): void {
  registerWaitingReader(async (account) => {
    const { readWaitingForSignIn } = await import('../field/outbox/model/waiting-for-sign-in.ts')
    return readWaitingForSignIn(account)
  })
}
