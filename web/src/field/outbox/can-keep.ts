import { newIdempotencyKey } from '../../shared/api/call.ts'
import { keptStore } from './store.ts'

/** Room for an entry with its five bills of 300 kB. */
const ROOM_BYTES = 2_000_000
/** What a trial write writes: browsers count roughly, and refuse before they are full to the byte. */
const TRIAL_BYTES = 64_000

/** Whether this page can keep an entry now: the browser has storage for it, room in it, and takes a trial. */
export async function canKeep(): Promise<boolean> {
  try {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    if (quota !== undefined && usage !== undefined && quota - usage < ROOM_BYTES) return false
    // Nobody's, and named by no entry: gone with the same transaction.
    const trial = { id: `trial ${newIdempotencyKey()}`, owner: '', blob: new Blob([new Uint8Array(TRIAL_BYTES)]) }
    await keptStore.change('', () => ({ put: [], remove: [] }), [trial])
    return true
  } catch {
    return false
  }
}
