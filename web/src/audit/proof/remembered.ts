/** The key in local storage, which survives a logout: otherwise a logout would be enough to erase the checkpoint. */
const LARGEST_CHECKPOINT = 'largestCheckpoint'

/** The largest checkpoint that this browser has seen, and the key that it was signed with. */
export interface Remembered {
  readonly note: string
  readonly verifierKey: string
  /** The time at which it was first seen here, ISO 8601. */
  readonly seenAt: string
}

export function rememberedCheckpoint(): Remembered | undefined {
  const text = localStorage.getItem(LARGEST_CHECKPOINT)
  // Only `rememberCheckpoint` writes it, so the text is trusted.
  const value: Partial<Remembered> | null = text?.startsWith('{') ? JSON.parse(text) : null
  return typeof value?.note === 'string' && typeof value.verifierKey === 'string' && typeof value.seenAt === 'string'
    ? { note: value.note, verifierKey: value.verifierKey, seenAt: value.seenAt }
    : undefined
}

/** Stores the checkpoint. Local storage is separate for each origin. */
export function rememberCheckpoint(remembered: Remembered): void {
  localStorage.setItem(LARGEST_CHECKPOINT, JSON.stringify(remembered))
}
