/** The key in local storage, which survives a logout: otherwise a logout would be enough to erase the checkpoint. */
const LARGEST_CHECKPOINT_KEY = 'largestCheckpoint'

/** The largest checkpoint that this browser has seen, and the key that it was signed with. */
export interface RememberedCheckpoint {
  readonly note: string
  readonly verifierKey: string
  /** The time at which it was first seen here, ISO 8601. */
  readonly seenAt: string
}

export function rememberedCheckpoint(): RememberedCheckpoint | undefined {
  const text = localStorage.getItem(LARGEST_CHECKPOINT_KEY)
  // Only `rememberCheckpoint` writes it, so the text is trusted.
  const value: Partial<RememberedCheckpoint> | null = text?.startsWith('{') ? JSON.parse(text) : null
  return typeof value?.note === 'string' && typeof value.verifierKey === 'string' && typeof value.seenAt === 'string'
    ? { note: value.note, verifierKey: value.verifierKey, seenAt: value.seenAt }
    : undefined
}

/** Stores the checkpoint. Local storage is separate for each origin. */
export function rememberCheckpoint(remembered: RememberedCheckpoint): void {
  localStorage.setItem(LARGEST_CHECKPOINT_KEY, JSON.stringify(remembered))
}
