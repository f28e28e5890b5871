import { Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { type EntryStorage, findEntryStorage } from '../model/storage-check.ts'
import { words } from './screen-texts.ts'

/** Warns before the user types that an entry would be lost: without a network, or when a private window closes. */
export function StorageWarning() {
  const t = useWords(words)
  const [storage, setStorage] = useState<EntryStorage>('lasting')
  useEffect(() => {
    let isHere = true
    void findEntryStorage().then((found) => {
      if (isHere) setStorage(found)
    })
    return () => {
      isHere = false
    }
  }, [])
  if (storage === 'lasting') return null
  if (storage === 'until closed')
    return (
      <div role="status" className="mb-5 flex items-start gap-2 rounded-brick border border-accent-line bg-wash p-4">
        <Info className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <p>
          <span className="block font-strong">{t.privateWindow}</span>
          {t.privateWindowText}
        </p>
      </div>
    )
  return (
    <div role="alert" className="mb-5 flex items-start gap-2 rounded-brick border-2 border-debit bg-debit-wash p-4">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />
      <p>
        <span className="block font-strong">{t.cannotKeep}</span>
        {t.cannotKeepText}
      </p>
    </div>
  )
}
