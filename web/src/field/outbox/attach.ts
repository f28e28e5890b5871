import type { Bill } from '@ledger/contracts/bills.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { dataUrlOf } from '../../shared/bills/picture.ts'
import type { BillFile } from '../../shared/bills/prepare.ts'
import { type ChosenBill, keptBills } from '../../shared/bills/use-bills.ts'
import type { Attached } from './entry.ts'
import { outboxOf } from './outbox.ts'
import { readFile } from './read-file.ts'
import { keptStore, type WaitingFile } from './store.ts'
import { whatWaits } from './what-waits.ts'

/** Returns the bills of a form as the outbox stores them. Files are uploaded before their entry is sent. */
export function attach(
  owner: string,
  chosen: readonly ChosenBill[],
): { bills: readonly Attached[]; files: readonly WaitingFile[] } {
  return {
    bills: chosen.map((one) => (one.is === 'kept' ? { id: one.bill.id } : { file: one.key })),
    files: chosen.flatMap((one) => (one.is === 'kept' ? [] : [{ id: one.key, owner, blob: one.file.blob }])),
  }
}

export interface Opened {
  readonly chosen: readonly ChosenBill[]
  /** True where a waiting file is left out, because this phone can no longer read it. */
  readonly isLost: boolean
}

/** Returns the bills of a row for its form: those of its waiting entry, else the ledger's. */
export async function chosenOf(owner: string, row: Transaction): Promise<Opened> {
  const ledgers = keptBills(row.bills)
  const waiting = whatWaits(
    await outboxOf(owner)
      .entries()
      .catch(() => []),
  ).find((one) => one.row.id === row.id)
  const attached = waiting?.entries.findLast(({ bills }) => bills !== undefined)?.bills
  if (attached === undefined) return { chosen: ledgers, isLost: false }
  const fileOf = (id: string) => keptStore.file(owner, id)
  const found = await Promise.all(attached.map((one) => chosenBill(one, row.bills, fileOf)))
  const chosen = found.filter((one) => one !== undefined)
  return { chosen, isLost: chosen.length < found.length }
}

/** @returns undefined where its file is lost or cannot be read, and the ledger does not have it */
export async function chosenBill(
  { id, file }: Attached,
  known: readonly Bill[],
  fileOf: (id: string) => Promise<Blob | undefined>,
): Promise<ChosenBill | undefined> {
  const blob = file === undefined ? undefined : await readFile(() => fileOf(file))
  if (file !== undefined && blob !== undefined) return { is: 'waiting', key: file, file: await billFileOf(blob) }
  const bill = known.find((one) => one.id === id)
  return bill && { is: 'kept', key: bill.id, bill }
}

/** Returns a file that was shrunk before. */
async function billFileOf(blob: Blob): Promise<BillFile> {
  if (blob.type === 'application/pdf') return { blob, picture: undefined }
  const bitmap = await createImageBitmap(blob)
  const { width, height } = bitmap
  bitmap.close()
  return { blob, picture: { width, height, preview: await dataUrlOf(blob) } }
}
