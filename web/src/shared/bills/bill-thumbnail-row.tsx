import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { useState } from 'react'
import { useWords } from '../language/in-both-languages.ts'
import { BillThumbnail } from './bill-thumbnail.tsx'
import { billPath, billThumbnailPath } from './bill-urls.ts'
import { BillViewer, type EraseBillControl, type ViewedBill } from './bill-viewer.tsx'
import { words } from './screen-texts.ts'

interface Props {
  bills: readonly Bill[]
  /** For a user who may have a bill erased. */
  erase?: EraseBillControl | undefined
}

/** The bills of an entry as small pictures, each of which opens. */
export function BillThumbnailRow({ bills, erase }: Props) {
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
              <BillThumbnail src={type === 'application/pdf' ? undefined : billThumbnailPath(id)} />
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <BillViewer bills={bills.map(toViewedBill)} first={open} erase={erase} onClosed={() => setOpen(undefined)} />
      )}
    </>
  )
}

export function toViewedBill({ id, type, width, height }: Bill): ViewedBill {
  const picture = width === null || height === null ? undefined : { width, height }
  return { key: id, id, src: billPath(id), picture: type === 'application/pdf' ? undefined : picture }
}
