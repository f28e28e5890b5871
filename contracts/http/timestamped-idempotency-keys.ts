/** The number of hexadecimal digits that hold the time at which a key was made. */
const TIMESTAMP_DIGITS = 12
const TIMESTAMPED_KEY = new RegExp(`^t([0-9a-f]{${TIMESTAMP_DIGITS}})[0-9a-f]{32}$`)

/**
 * Returns a key that begins with the time at which it was made. Keys are stored as long as the log; with the time
 * first, the keys of one hour are stored together (docs/decisions/0002-identifiers-and-idempotency-keys.md).
 * @param now milliseconds since 1970, by any clock: the random bytes distinguish two keys
 * @param random 16 bytes
 */
export function timestampedKey(now: number, random: Uint8Array): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(TIMESTAMP_DIGITS, '0').slice(-TIMESTAMP_DIGITS)
  return `t${time}${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Returns when a timestamped key was made, as 12 hexadecimal digits of milliseconds since 1970; undefined for every
 * other key.
 */
export function timestampOfKey(key: string): string | undefined {
  return TIMESTAMPED_KEY.exec(key)?.[1]
}
