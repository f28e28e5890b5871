import { newIdempotencyKey } from '../../shared/api/call.ts'
import { keptStore } from './store.ts'

/** Room for an entry with its five bills of 300 kB. */
const ROOM_BYTES = 2_000_000
/** The size of a trial write. Browsers count roughly, and refuse before their storage is full to the byte. */
const TRIAL_BYTES = 64_000

/**
 * Tells whether this page can store an entry now: the browser has storage, has room in it, and accepts a trial write.
 */
export async function canKeep(): Promise<boolean> {
  try {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    if (quota !== undefined && usage !== undefined && quota - usage < ROOM_BYTES) return false
    // The trial file has no owner and no entry names it, so the same transaction deletes it.
    const trial = { id: `trial ${newIdempotencyKey()}`, owner: '', blob: new Blob([new Uint8Array(TRIAL_BYTES)]) }
    await keptStore.change('', () => ({ put: [], remove: [] }), [trial])
    return true
  } catch {
    return false
  }
}
