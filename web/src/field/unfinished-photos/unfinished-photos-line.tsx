import { Camera, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { useUnfinishedPhotos } from './unfinished-photos-state.ts'
import { UnfinishedSheet } from './unfinished-sheet.tsx'

const SHOWN = 3

/** The line of the first screen that counts the photos without an entry, and opens their sheet. */
export function UnfinishedTray() {
  const t = useWords(words)
  const photos = useUnfinishedPhotos((state) => state.photos)
  const [isOpen, setOpen] = useState(false)
  if (photos.length === 0 && !isOpen) return null
  return (
    <section className="relative flex items-center gap-3 rounded-sheet border border-ink border-dashed bg-sheet px-4 py-2 has-[button:hover]:border-solid">
      <Camera className="size-5 shrink-0 tiny:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h2 className="font-strong">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="min-h-11 w-full text-left after:absolute after:inset-0 after:rounded-sheet"
          >
            {photos.length === 1 ? t.one : t.many(countText(photos.length))}
            <span className="block font-normal text-ink-soft text-small">{t.notInLedger}</span>
          </button>
        </h2>
      </div>
      <span className="flex shrink-0 gap-1 max-[359px]:hidden" aria-hidden="true">
        {photos.slice(0, SHOWN).map(({ id, file }) => (
          <img
            key={id}
            src={file.picture?.preview}
            alt=""
            width={36}
            height={36}
            className="size-9 rounded-brick border border-edge object-cover"
          />
        ))}
      </span>
      <ChevronRight className="size-6 shrink-0 tiny:hidden" aria-hidden="true" />
      {isOpen ? <UnfinishedSheet photos={photos} onClosed={() => setOpen(false)} /> : null}
    </section>
  )
}
