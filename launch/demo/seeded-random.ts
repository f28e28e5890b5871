/** A seeded random source (mulberry32): the same seed gives the same values on every machine. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns a count of 0 or more with the average `mean`. */
  count(mean: number): number
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick(list) {
      const found = list[whole(0, list.length - 1)]
      if (found === undefined) throw new RangeError('There is nothing to pick from')
      return found
    },
    count(mean) {
      let count = 0
      for (let left = next(), term = Math.exp(-mean); left > term; count++) {
        left -= term
        term *= mean / (count + 1)
      }
      return count
    },
  }
}
