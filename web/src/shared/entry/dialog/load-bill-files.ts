import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { billPath } from '../../bills/bill-urls.ts'

/**
 * A share sheet opens only within some five seconds after the tap that asks for it, so the bills must have come before.
 */
const LOAD_LIMIT_MS = 4000

/** Tells whether this device's share sheet takes files. */
export function canShareFiles(): boolean {
  const sample = new File([''], 'bill.jpg', { type: 'image/jpeg' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] })
}

/** Returns the bills of an entry as files; undefined where one of them could not be read in time. */
export async function loadBillFiles(bills: readonly Bill[]): Promise<File[] | undefined> {
  const signal = AbortSignal.timeout(LOAD_LIMIT_MS)
  try {
    return await Promise.all(bills.map((bill, index) => loadBillFile(bill, index + 1, signal)))
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

async function loadBillFile({ id, type }: Bill, place: number, signal: AbortSignal): Promise<File> {
  const response = await fetch(billPath(id), { signal })
  if (!response.ok) throw new Error(`Bill ${place} was answered with ${response.status}`)
  const name = `bill-${place}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
  return new File([await response.blob()], name, { type })
}
