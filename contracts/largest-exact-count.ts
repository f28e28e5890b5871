/**
 * The largest exact count of a worklist. A list with more is counted as one more than this: no office works through
 * it, and counting each of a million entries takes a second.
 */
export const LARGEST_EXACT_COUNT = 10_000
