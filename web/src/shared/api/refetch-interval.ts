/** §9: balance and transactions are fetched again every 30 s and when the window gets the focus. */
export const REFETCH_MS = 30_000
