/** The entries of an account that wait on this phone and are sent after a sign-in. */
export interface WaitingForSignIn {
  readonly count: number
  /** The rupees of a single new expense, as a decimal string; undefined where more waits, or a change. */
  readonly amount: string | undefined
}

let readWaiting: ((account: string) => Promise<WaitingForSignIn>) | undefined

/** Tells the sign-in how to read the outbox, which belongs to the field. */
export function registerWaitingReader(reader: (account: string) => Promise<WaitingForSignIn>): void {
  readWaiting = reader
}

/** Returns what waits for a sign-in to this account; nothing where the phone can store no entry. */
export async function waitingForSignIn(account: string): Promise<WaitingForSignIn> {
  try {
    return (await readWaiting?.(account)) ?? { count: 0, amount: undefined }
  } catch (error) {
    console.info('Nothing is kept on this device', error)
    return { count: 0, amount: undefined }
  }
}
