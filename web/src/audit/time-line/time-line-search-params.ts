/** The moments of the log in the screen's address, so that a link or the way back shows the same ones. */
export interface TimeLineSearchParams {
  /** Without it, the end of the log. */
  readonly position?: number
  /** The earlier moment to compare with. */
  readonly earlier?: number
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

export function parseTimeLineSearch({ position, earlier }: Record<string, unknown>): TimeLineSearchParams {
  return { ...(isPosition(position) ? { position } : {}), ...(isPosition(earlier) ? { earlier } : {}) }
}

export interface LedgerSearchParams extends TimeLineSearchParams {
  /** Inner id, `head_office` or a beneficiary's. */
  readonly account: string
}

export function parseLedgerSearch(search: Record<string, unknown>): LedgerSearchParams {
  return { ...parseTimeLineSearch(search), account: typeof search.account === 'string' ? search.account : '' }
}
