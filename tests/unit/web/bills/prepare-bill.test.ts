import { prepareBill } from '@ledger/web/src/shared/bills/prepare-bill.ts'
import { expect, it } from 'vitest'
import { BROKEN_PDFS, LOCKED_PDFS, READABLE_PDFS } from '../../../environment/files/pdf-variants.ts'

/** tests/api/bills/bills.test.ts uploads the same files. */

const prepared = (file: Buffer) =>
  prepareBill(new File([new Uint8Array(file)], 'bill.pdf', { type: 'application/pdf' }), new AbortController().signal)

it('the phone keeps the bytes of every PDF that the server accepts', async () => {
  for (const [name, file] of READABLE_PDFS) {
    const bill = await prepared(file)
    if (typeof bill !== 'object') throw new Error(`${name}: ${bill}`)
    expect(Buffer.from(await bill.blob.arrayBuffer()).equals(file), name).toBe(true)
  }
})

it('and says at once of the others what the server would say', async () => {
  for (const [name, file] of LOCKED_PDFS) expect(await prepared(file), name).toBe('locked')
  for (const [name, file] of BROKEN_PDFS) expect(await prepared(file), name).toBe('unreadable')
})
