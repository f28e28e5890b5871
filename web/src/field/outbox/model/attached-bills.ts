import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { BillFile } from '../../../shared/bills/prepare-bill.ts'
import { dataUrlOf } from '../../../shared/bills/shrink-picture.ts'
import { type ChosenBill, toChosenBills } from '../../../shared/bills/use-bills.ts'
import { outboxOf } from './outbox.ts'
import type { AnswerEntry, AttachedBill } from './outbox-entry.ts'
import { indexedDbStore, type PendingFile } from './outbox-store.ts'
import { pendingEntries } from './pending-entries.ts'
import { readStoredFile } from './read-stored-file.ts'

/** Returns the bills of a form as the outbox stores them. Files are uploaded before their entry is sent. */
export function toAttachedBills(
  owner: string,
  chosen: readonly ChosenBill[],
): { bills: readonly AttachedBill[]; files: readonly PendingFile[] } {
  return {
    bills: chosen.map((one) => (one.is === 'stored' ? { id: one.bill.id } : { file: one.key })),
    files: chosen.flatMap((one) => (one.is === 'stored' ? [] : [{ id: one.key, owner, blob: one.file.blob }])),
  }
}

export interface OpenedBills {
  readonly chosen: readonly ChosenBill[]
  /** True where a waiting file is left out, because this phone can no longer read it. */
  readonly isLost: boolean
}

/** Returns the bills of a row for its form: those of its waiting entry, else the ledger's. */
export async function loadChosenBills(owner: string, row: Transaction): Promise<OpenedBills> {
  const ledgers = toChosenBills(row.bills)
  const waiting = pendingEntries(
    await outboxOf(owner)
      .pendingEntries()
      .catch(() => []),
  ).find((one) => one.row.id === row.id)
  const attached = waiting?.entries.findLast(({ bills }) => bills !== undefined)?.bills
  if (attached === undefined) return { chosen: ledgers, isLost: false }
  const fileOf = (id: string) => indexedDbStore.file(owner, id)
  const found = await Promise.all(attached.map((one) => loadChosenBill(one, row.bills, fileOf)))
  const chosen = found.filter((one) => one !== undefined)
  return { chosen, isLost: chosen.length < found.length }
}

/** Returns the bills of a waiting answer for its form. */
export async function loadBillsOfAnswer(owner: string, answer: AnswerEntry | undefined): Promise<OpenedBills> {
  const fileOf = (id: string) => indexedDbStore.file(owner, id)
  const found = await Promise.all((answer?.bills ?? []).map((one) => loadChosenBill(one, [], fileOf)))
  const chosen = found.filter((one) => one !== undefined)
  return { chosen, isLost: chosen.length < found.length }
}

/** @returns undefined where its file is lost or cannot be read, and the ledger does not have it */
export async function loadChosenBill(
  { id, file }: AttachedBill,
  known: readonly Bill[],
  fileOf: (id: string) => Promise<Blob | undefined>,
): Promise<ChosenBill | undefined> {
  const blob = file === undefined ? undefined : await readStoredFile(() => fileOf(file))
  if (file !== undefined && blob !== undefined) return { is: 'waiting', key: file, file: await toBillFile(blob) }
  const bill = known.find((one) => one.id === id)
  return bill && { is: 'stored', key: bill.id, bill }
}

/** Returns a file that was shrunk before. */
async function toBillFile(blob: Blob): Promise<BillFile> {
  if (blob.type === 'application/pdf') return { blob, picture: undefined }
  const bitmap = await createImageBitmap(blob)
  const { width, height } = bitmap
  bitmap.close()
  return { blob, picture: { width, height, preview: await dataUrlOf(blob) } }
}
