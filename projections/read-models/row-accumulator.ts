/** Rows in which events are added up, by a name that stands for the key and is the same in every page. */
export class RowAccumulator<Row> extends Map<string, Row> {
  /**
   * Whether a sum is so large that the rows ought to be written before more is added: beyond the exact integers it
   * would be wrong.
   */
  nearOverflow = false

  /** Sets `nearOverflow` for a large sum. Called with each sum of amounts; counts stay smaller. */
  checkOverflow(sum: number): void {
    if (sum > OVERFLOW_THRESHOLD || sum < -OVERFLOW_THRESHOLD) this.nearOverflow = true
  }

  override clear(): void {
    super.clear()
    this.nearOverflow = false
  }
}

const OVERFLOW_THRESHOLD = Number.MAX_SAFE_INTEGER / 2
