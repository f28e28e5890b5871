import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { deleteUnfinishedPhotos } from './unfinished-store.ts'

/** Takes the photos out of the tray that are bills of a saved entry: in the ledger, or waiting with it. */
export function finishPhotos(account: string, chosen: readonly ChosenBill[]): void {
  deleteUnfinishedPhotos(
    account,
    chosen.map(({ key }) => key),
  ).catch((error: unknown) => console.info('The tray cannot be emptied', error))
}
