export interface RecentTransactionsFilter {
  readonly text: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive; "" for no bound. */
  readonly from: string
  readonly to: string
}

export const NO_RECENT_FILTER: RecentTransactionsFilter = { text: '', from: '', to: '' }
