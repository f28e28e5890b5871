import { indexedDbStore } from '../outbox/model/outbox-store.ts'
import { filesOfStayingEntries } from '../outbox/model/undo-transitions.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { useUnfinishedPhotos } from './unfinished-photos-state.ts'
import { deleteUnfinishedPhotos, onUnfinishedChange, unfinishedPhotosOf } from './unfinished-store.ts'

/**
 * Counts the unfinished photos of an account for every screen of the field, until the signal aborts. The tray is loaded
 * only where there is a photo.
 */
export function watchUnfinished(owner: string, signal: AbortSignal): void {
  const draw = async () => {
    const photos = await unfinishedPhotosOf(owner)
    if (signal.aborted) return
    useUnfinishedPhotos.setState({ photos })
    useLazyParts.setState({ unfinished: photos.length })
    if (photos.length === 0) return
    const { UnfinishedTray: Tray } = await import('./unfinished-photos-line.tsx')
    if (!signal.aborted) useLazyParts.setState({ Tray })
  }
  const redraw = () => void draw().catch((error: unknown) => console.info('The tray was not loaded', error))
  const stop = onUnfinishedChange(redraw)
  // Another tab may have filled in a photo meanwhile.
  document.addEventListener('visibilitychange', redraw, { signal })
  signal.addEventListener('abort', () => {
    stop()
    useUnfinishedPhotos.setState({ photos: [] })
  })
  redraw()
  void dropPhotosInOutbox(owner)
}

/**
 * Deletes the photos that wait with an entry already: the app was closed before the tray was emptied. The photos of an
 * entry that will be deleted stay.
 */
async function dropPhotosInOutbox(owner: string): Promise<void> {
  try {
    await deleteUnfinishedPhotos(owner, filesOfStayingEntries(await indexedDbStore.entriesOf(owner)))
  } catch (error) {
    console.info('Nothing is kept on this device', error)
  }
}
