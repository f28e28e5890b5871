/** Returns what was thrown as an Error: itself, or an error whose message is its text. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
