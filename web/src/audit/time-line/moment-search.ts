/** The moments of the log in the screen's address, so that a link or the way back shows the same ones. */
export interface MomentSearch {
  /** Without it, the end of the log. */
  readonly position?: number
  /** The earlier moment to compare with. */
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
