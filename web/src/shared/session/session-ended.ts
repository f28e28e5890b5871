/** The field session that the server ended in this tab, until the next sign-in. */
export interface EndedSession {
  readonly mobile: string
  /** The account's own id. */
  readonly account: string
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
