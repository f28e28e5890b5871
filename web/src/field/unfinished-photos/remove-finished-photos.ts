import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { deleteUnfinishedPhotos, type UnfinishedPhoto } from './unfinished-store.ts'

/**
 * Returns the photos of a form as the tray keeps them. A PDF is left out, because the phone has its file all the same.
 */
export function toUnfinishedPhotos(owner: string, chosen: readonly ChosenBill[]): readonly UnfinishedPhoto[] {
  const takenAt = new Date().toISOString()
  return chosen.flatMap((one) =>
    one.is === 'stored' || one.file.picture === undefined ? [] : { id: one.key, owner, takenAt, file: one.file },
  )
}

/**
 * Takes the photos out of the tray that are bills of an entry: in the ledger, or waiting with it.
 * @returns the photos that were in the tray, which are put back where the entry is taken back
 */
export async function removeFinishedPhotos(
  account: string,
  chosen: readonly ChosenBill[],
): Promise<readonly UnfinishedPhoto[]> {
  const keys = chosen.map(({ key }) => key)
  return deleteUnfinishedPhotos(account, keys).catch((error: unknown) => {
    console.info('The tray cannot be emptied', error)
    return []
  })
}
