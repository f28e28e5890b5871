/** The field session that the server ended in this tab, until the next sign-in. */
export interface EndedSession {
  readonly mobile: string
  /** The account's own id. */
  readonly account: string
}

/** The entries of an account that wait on this phone and are sent after a sign-in. */
export interface WaitingForSignIn {
  readonly count: number
  /** The rupees of a single new expense, as a decimal string; undefined where more waits, or a change. */
  readonly amount: string | undefined
}

const ENDED_SESSION_KEY = 'sessionEnded'

export function noteSessionEnded({ mobile, account }: EndedSession): void {
  sessionStorage.setItem(ENDED_SESSION_KEY, JSON.stringify({ mobile, account } satisfies EndedSession))
}

export function forgetEndedSession(): void {
  sessionStorage.removeItem(ENDED_SESSION_KEY)
}

export function endedSession(): EndedSession | undefined {
  // `noteSessionEnded` is the only writer, so the text is trusted.
  return JSON.parse(sessionStorage.getItem(ENDED_SESSION_KEY) ?? 'null') ?? undefined
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
