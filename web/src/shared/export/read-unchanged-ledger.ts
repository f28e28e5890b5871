/** The number of times that parts of a ledger are read while entries are being booked into it. */
const READ_TRIES = 3

/**
 * Reads parts of a ledger between two reads of its state, and again where an entry was booked in between: the parts
 * would then lack an entry, or have sums and balances that do not follow from one another.
 * @param readState reads the ledger, with the position of its newest event
 * @throws Error where the ledger changes each time
 */
export async function readUnchangedLedger<State extends { readonly position: number }, Result>(
  readState: () => Promise<State>,
  readParts: (state: State) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; tries <= READ_TRIES; tries++) {
    const before = await readState()
    const result = await readParts(before)
    if ((await readState()).position === before.position) return result
  }
  throw new Error('The ledger changed each time that it was read')
}
