/**
 * Whether this file's project runs in its long form (tests/vitest.config.ts), which adds second looks, second languages
 * and long forms to what `npm test` runs.
 */
export const isFullRun = process.env.LONG_FORM === 'yes'

/**
 * Whether this is `npm run test:all` or `npm run test:faults`. The first runs the short form of the fault runs that
 * `npm test` leaves out, and the second their long form.
 */
export const isLongRun = process.env.LONG_PROJECTS !== undefined

/** Returns every case in the long run, and the first case otherwise. */
export function firstUnlessFullRun<Case>(cases: readonly Case[]): readonly Case[] {
  return isFullRun ? cases : cases.slice(0, 1)
}
