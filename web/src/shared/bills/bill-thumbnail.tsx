import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props {
  /** Undefined for a PDF. */
  src: string | undefined
}

/** A small bill, always of the same size, so that nothing jumps when the picture loads. */
export function BillThumbnail({ src }: Props) {
  const t = useWords(words)
  const [failed, setFailed] = useState(false)
  return (
    <span className="grid size-18 place-items-center overflow-hidden rounded-brick border border-edge bg-ground text-ink-soft">
      {src === undefined ? (
        <span className="grid justify-items-center gap-1 font-strong text-small">
          <FileText className="size-7" aria-hidden="true" />
          {t.pdf}
        </span>
      ) : failed ? (
        <ImageOff className="size-7" aria-hidden="true" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          width={72}
          height={72}
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
