/** Which moments of the log a screen shows, in its address, so that a look can be sent to somebody and come back to. */
export interface MomentSearch {
  /** Left out: the end of the log. */
  readonly position?: number
  /** The earlier moment that it is compared with. */
  readonly earlier?: number
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

export function momentSearch({ position, earlier }: Record<string, unknown>): MomentSearch {
  return { ...(isPosition(position) ? { position } : {}), ...(isPosition(earlier) ? { earlier } : {}) }
}

export interface LedgerSearch extends MomentSearch {
  /** Inner id, `head_office` or a beneficiary's. */
  readonly account: string
}

export function ledgerSearch(search: Record<string, unknown>): LedgerSearch {
  return { ...momentSearch(search), account: typeof search.account === 'string' ? search.account : '' }
}
