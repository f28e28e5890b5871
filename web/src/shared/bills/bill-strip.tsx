import type { Bill } from '@ledger/contracts/bills.ts'
import { useState } from 'react'
import { useWords } from '../language/words.ts'
import { billAddress, thumbnailAddress } from './address.ts'
import { BillTile } from './bill-tile.tsx'
import { type EraseBill, type Viewed, Viewer } from './viewer.tsx'
import { words } from './words.ts'

interface Props {
  bills: readonly Bill[]
  /** For a user who may have a bill erased. */
  erase?: EraseBill | undefined
}

/** The bills of an entry as small pictures, each of which opens. */
export function BillStrip({ bills, erase }: Props) {
  const t = useWords(words)
  const [open, setOpen] = useState<number>()
  return (
    <>
      <ul className="mt-1 flex flex-wrap gap-2">
        {bills.map(({ id, type }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={(type === 'application/pdf' ? t.openPdf : t.open)(String(index + 1))}
              aria-haspopup="dialog"
              onClick={() => setOpen(index)}
              className="rounded-brick hover:opacity-80"
            >
              <BillTile src={type === 'application/pdf' ? undefined : thumbnailAddress(id)} />
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <Viewer bills={bills.map(viewedOf)} first={open} erase={erase} onClosed={() => setOpen(undefined)} />
      )}
    </>
  )
}

export function viewedOf({ id, type, width, height }: Bill): Viewed {
  const picture = width === null || height === null ? undefined : { width, height }
  return { key: id, id, src: billAddress(id), picture: type === 'application/pdf' ? undefined : picture }
}
