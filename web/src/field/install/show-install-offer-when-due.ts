import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { answerInstallOffer, countSavedExpense, currentOffer } from './install-record.ts'

/** Counts an expense that was saved on this phone, and shows the offer once it is due. */
export function noteSavedExpense(): void {
  countSavedExpense()
  drawInstallOffer()
}

/** Watches until the signal aborts: the browser's question comes at a time of its own, and a menu can install, too. */
export function watchInstallOffer(signal: AbortSignal): void {
  const onInstalled = () => {
    answerInstallOffer('installed')
    drawInstallOffer()
  }
  addEventListener('beforeinstallprompt', drawInstallOffer, { signal })
  addEventListener('appinstalled', onInstalled, { signal })
  drawInstallOffer()
}

/** Shows or removes the offer on the first screen. Its code is loaded only where it is due. */
function drawInstallOffer(): void {
  if (currentOffer() === undefined) {
    useLazyParts.setState({ InstallOffer: undefined })
    return
  }
  import('./install-offer.tsx').then(
    ({ InstallOffer }) => useLazyParts.setState({ InstallOffer }),
    (error: unknown) => console.info('The offer was not loaded', error),
  )
}
