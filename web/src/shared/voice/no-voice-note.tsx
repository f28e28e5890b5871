import { MicOff } from 'lucide-react'
import { inBothLanguages, useWords } from '../language/in-both-languages.ts'
import { canListen } from './speech-recognition-support.ts'

const words = inBothLanguages(
  { unsupported: 'Speech recognition is not supported in this browser' },
  { unsupported: 'इस ब्राउज़र में बोलकर नहीं लिखा जा सकता' },
)

/** §8: says once in a form why its fields have no microphones. */
export function NoVoiceNote() {
  const t = useWords(words)
  if (canListen()) return null
  return (
    <p className="flex items-start gap-2 text-ink-soft text-small">
      <MicOff className="size-5 shrink-0" aria-hidden="true" />
      {t.unsupported}
    </p>
  )
}
