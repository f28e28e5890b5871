/** So many elements PostgreSQL takes an array of a prepared statement to have where it does not know them (`estimate_array_length`). */
const ASSUMED_ARRAY_LENGTH = 10

/**
 * The keys, some of them more than once where they are few. A plan made for one key looks so much cheaper than the one for any
 * array that the server makes it anew each time, which costs ten times what the look-up costs. So many as it takes for granted
 * cost the same either way, and the plan is kept. For `= ANY (…)`, or where a row that comes twice does no harm.
 */
export function padForGenericPlan<Key>(keys: readonly Key[]): Key[] {
  const all = [...keys]
  for (let next = 0; all.length > 0 && all.length < ASSUMED_ARRAY_LENGTH; next++)
    all.push(keys[next % keys.length] as Key)
  return all
}
