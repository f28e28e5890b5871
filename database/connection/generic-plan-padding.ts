/**
 * The length that PostgreSQL assumes for an array of a prepared statement when it does not know it
 * (`estimate_array_length`).
 */
const ASSUMED_ARRAY_LENGTH = 10

/**
 * Returns the keys, repeated up to the assumed array length if there are fewer. A plan for one key looks so much
 * cheaper than the generic plan that the server would plan each time, which costs ten times the look-up. With the
 * assumed number of keys both plans cost the same, and the generic plan is reused. Use it for `= ANY (…)`, or if a
 * repeated row does no harm.
 */
export function padForGenericPlan<Key>(keys: readonly Key[]): Key[] {
  const all = [...keys]
  for (let next = 0; all.length > 0 && all.length < ASSUMED_ARRAY_LENGTH; next++)
    all.push(keys[next % keys.length] as Key)
  return all
}
