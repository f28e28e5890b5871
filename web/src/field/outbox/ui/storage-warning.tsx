import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { canStoreEntries } from '../model/storage-check.ts'
import { words } from './screen-texts.ts'

/** Warns before the user types that an entry would be lost without a network. */
export function StorageWarning() {
  const t = useWords(words)
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    let isHere = true
    void canStoreEntries().then((can) => {
      if (isHere) setSaid(!can)
    })
    return () => {
      isHere = false
    }
  }, [])
  if (!isSaid) return null
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
