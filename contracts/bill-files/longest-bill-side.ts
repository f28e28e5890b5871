/** The longest side of an ordinary photo, which shows a bill of usual form whole and readable. */
const ORDINARY_LONGEST_PX = 2000
/** A long bill keeps as much of its short side, along which its lines run. */
const READABLE_SHORTEST_PX = 1000
/** That is a bill of 700 by 14,000 pixels, 2.5 times the largest ordinary photo. */
const MAX_LONG_BILL_PX = 10_000_000
/** More than browsers draw, and a quarter of a JPEG's limit. */
const MAX_LONGEST_PX = 16_000

/** In pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * Returns the longest side with which a bill's picture is stored: 2,000 pixels, or more where the bill is long and
 * narrow and its letters would become unreadable. A picture is not made larger. The phone and the server use this one
 * limit.
 */
export function longestBillSide({ width, height }: PictureSize): number {
  const [shortest, longest] = [Math.min(width, height), Math.max(width, height)]
  const ordinary = ORDINARY_LONGEST_PX / longest
  const readable = Math.min(
    READABLE_SHORTEST_PX / shortest,
    Math.sqrt(MAX_LONG_BILL_PX / (width * height)),
    MAX_LONGEST_PX / longest,
  )
  return Math.max(1, Math.round(longest * Math.min(1, Math.max(ordinary, readable))))
}
