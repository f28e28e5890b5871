import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { installPrompt } from '../../shared/session/install-prompt.ts'
import { answerInstallOffer, currentOffer } from './install-record.ts'
import { words } from './screen-texts.ts'

/** The one offer to put the app on the home screen: by the browser's question, or by the two steps of Safari. */
export function InstallOffer() {
  const t = useWords(words)
  const [offer, setOffer] = useState(currentOffer)
  if (offer === undefined) return null
  const answer = (given: 'no' | 'installed') => {
    answerInstallOffer(given)
    setOffer(undefined)
  }
  const install = async () => {
    try {
      const answered = await installPrompt()?.prompt()
      answer(answered?.outcome === 'accepted' ? 'installed' : 'no')
    } catch (error) {
      // The browser has refused to ask, so the user has answered nothing.
      console.info('The browser did not ask', error)
      setOffer(undefined)
      showToast({ tone: 'problem', title: t.notInstalled, text: t.byMenu })
    }
  }
  return (
    <section aria-labelledby="install-offer" className="grid gap-3 rounded-sheet border border-rule bg-sheet p-4">
      <div>
        <h2 id="install-offer" className="font-strong">
          {t.title}
        </h2>
        <p className="text-ink-soft text-small">{t.text}</p>
      </div>
      {offer === 'steps' ? (
        <ol className="grid grid-cols-2 tiny:grid-cols-1 gap-3 text-small">
          <li className="grid content-start gap-2">
            <ShareSignPicture />
            {t.stepShare}
          </li>
          <li className="grid content-start gap-2">
            <AddToHomeScreenPicture />
            {t.stepAdd}
          </li>
        </ol>
      ) : null}
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
        <Button kind="secondary" onClick={() => answer('no')}>
          {t.notNow}
        </Button>
        {offer === 'prompt' ? (
          <Button onClick={() => void install()}>{t.install}</Button>
        ) : (
          <Button onClick={() => answer('installed')}>{t.done}</Button>
        )}
      </div>
    </section>
  )
}

const PICTURE_LOOK = 'h-20 w-full rounded-brick border border-edge bg-ground text-ink'

/** Safari's bar at the bottom of the screen, with its share sign: an arrow out of a box. */
function ShareSignPicture() {
  return (
    <svg viewBox="0 0 120 64" className={PICTURE_LOOK} aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M0 40h120" strokeWidth="1" opacity="0.4" />
      <path
        d="M16 46l-5 6 5 6M34 46l5 6-5 6M86 47v10h8V47zM104 47h6v6h-6zM107 50h6v6h-6z"
        strokeWidth="1.5"
        opacity="0.5"
      />
      <g strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M54 24h-6v26h24V24h-6M60 38V10M53 16l7-7 7 7" />
      </g>
    </svg>
  )
}

/** The row of Safari's menu: the words, and a plus in a box. */
function AddToHomeScreenPicture() {
  return (
    <svg viewBox="0 0 120 64" className={PICTURE_LOOK} aria-hidden="true" fill="none" stroke="currentColor">
      <rect x="8" y="18" width="104" height="28" rx="6" strokeWidth="1.5" />
      <path d="M18 32h48" strokeWidth="4" strokeLinecap="round" opacity="0.5" />
      <g strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <rect x="86" y="24" width="16" height="16" rx="4" />
        <path d="M94 28v8M90 32h8" />
      </g>
    </svg>
  )
}
