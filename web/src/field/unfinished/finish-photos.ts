import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { deleteUnfinishedPhotos, type UnfinishedPhoto } from './unfinished-store.ts'

/**
 * Takes the photos out of the tray that are bills of an entry: in the ledger, or waiting with it.
 * @returns the photos that were in the tray, which are put back where the entry is taken back
 */
export async function finishPhotos(
  account: string,
  chosen: readonly ChosenBill[],
): Promise<readonly UnfinishedPhoto[]> {
  const keys = chosen.map(({ key }) => key)
  return deleteUnfinishedPhotos(account, keys).catch((error: unknown) => {
    console.info('The tray cannot be emptied', error)
    return []
  })
}
