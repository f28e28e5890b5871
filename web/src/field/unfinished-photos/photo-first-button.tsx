import { useNavigate } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { isMobileDevice } from '../../shared/voice/mobile-device.ts'

const words = inBothLanguages(
  {
    take: 'Take a photo of the bill now, fill in later',
    busy: 'Keeping the photo …',
    notKept: 'The photo was not kept',
    notLoaded: 'Check the network and take it again.',
  },
  {
    take: 'बिल की फ़ोटो अभी लें, बाद में भरें',
    busy: 'फ़ोटो सेव हो रही है …',
    notKept: 'फ़ोटो सेव नहीं हुई',
    notLoaded: 'नेटवर्क देखें और फ़ोटो फिर से लें।',
  },
)

/**
 * The camera of the first screen: takes the bill now, and leaves the expense for later (unfinished-photos-line.tsx). On
 * a desk there is none. The code behind it is loaded when a photo was taken.
 */
export function PhotoFirstButton({ user }: { user: FieldUser }) {
  const t = useWords(words)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    if (photo === undefined) return
    setBusy(true)
    try {
      const { storePhotoForLater } = await import('./store-photo-for-later.ts')
      await storePhotoForLater(user, photo, (unfinished) => void navigate({ to: '/expense', search: { unfinished } }))
    } catch (error) {
      console.warn(error)
      showToast({ tone: 'problem', title: t.notKept, text: t.notLoaded })
    } finally {
      setBusy(false)
      // The same photo can be chosen again.
      target.value = ''
    }
  }
  if (!isMobileDevice()) return null
  return (
    <label className="relative grid size-11 shrink-0 cursor-pointer place-items-center rounded-brick hover:bg-ground has-disabled:text-ink-soft has-focus-visible:outline-3 has-focus-visible:outline-ink">
      <input
        type="file"
        accept="image/*"
        capture="environment"
        disabled={isBusy}
        onChange={(event) => void take(event)}
        className="sr-only"
      />
      <Camera className="size-6" aria-hidden="true" />
      <span className="sr-only">{isBusy ? t.busy : t.take}</span>
    </label>
  )
}
