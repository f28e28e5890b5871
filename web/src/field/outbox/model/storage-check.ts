import { newIdempotencyKey } from '../../../shared/api/api-client.ts'
import { indexedDbStore, isPrivateWindow } from './outbox-store.ts'

/** Room for an entry with its five bills of 300 kB. */
const REQUIRED_FREE_BYTES = 2_000_000
/** The size of a trial write. Browsers count roughly, and refuse before their storage is full to the byte. */
const TRIAL_WRITE_BYTES = 64_000

/** `until closed`: in a private window of Safari, which takes its storage along when it closes. */
export type EntryStorage = 'lasting' | 'until closed' | 'none'

/**
 * Returns where this page can store an entry now: the browser has storage, has room in it, and accepts a trial write.
 */
export async function findEntryStorage(): Promise<EntryStorage> {
  try {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    if (quota !== undefined && usage !== undefined && quota - usage < REQUIRED_FREE_BYTES) return 'none'
    // The trial file has no owner and no entry names it, so the same transaction deletes it.
    const trial = { id: `trial ${newIdempotencyKey()}`, owner: '', blob: new Blob([new Uint8Array(TRIAL_WRITE_BYTES)]) }
    await indexedDbStore.update('', () => ({ put: [], remove: [] }), [trial])
    return (await isPrivateWindow()) ? 'until closed' : 'lasting'
  } catch {
    return 'none'
  }
}
