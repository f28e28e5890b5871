/** A lock that this process holds. `note` stores a text for other processes, such as an address. */
export type HeldLock = { note(text: string): void; release(): void }

/** A lock that another living process holds. */
export type BusyLock = { heldBy: number; note: string }

export function takeLock(file: string, note?: string): HeldLock | BusyLock
export function identityOf(pid: number): string | undefined
export function commandLineOf(pid: number): string
