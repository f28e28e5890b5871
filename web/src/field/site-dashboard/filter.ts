export interface Filter {
  readonly text: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive; "" for no bound. */
  readonly from: string
  readonly to: string
}

export const NO_FILTER: Filter = { text: '', from: '', to: '' }
