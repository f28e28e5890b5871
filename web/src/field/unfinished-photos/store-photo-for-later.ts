import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { prepareBill } from '../../shared/bills/prepare-bill.ts'
import { words as billWords } from '../../shared/bills/screen-texts.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { currentWords } from '../../shared/language/in-both-languages.ts'
import { type FieldUser, useFieldSession } from '../../shared/session/field-session.ts'
import { askOnceForPersistentStorage } from '../../shared/session/persistent-storage.ts'
import { words } from './screen-texts.ts'
import { MAX_UNFINISHED_PHOTOS, storeUnfinishedPhoto } from './unfinished-store.ts'

/**
 * Prepares a photo as a bill and stores it, unfinished, on this phone. A toast says how it ended, also where the photo
 * was not kept.
 * @param fillIn opens the form of an expense with the photo
 */
export async function storePhotoForLater(user: FieldUser, photo: File, fillIn: (id: string) => void): Promise<void> {
  const t = currentWords(words)
  const fail = (text: string) => showToast({ tone: 'problem', title: t.notKept, text })
  const file = await prepareBill(photo, new AbortController().signal)
  if (file === undefined) return
  if (typeof file === 'string') return fail(currentWords(billWords)[file](photo.name))
  if (useFieldSession.getState().user?.account !== user.account) return fail(t.signedOut)
  const id = newIdempotencyKey()
  try {
    const takenAt = new Date().toISOString()
    if (!(await storeUnfinishedPhoto({ id, owner: user.account, takenAt, file })))
      return fail(t.tooMany(countText(MAX_UNFINISHED_PHOTOS)))
  } catch (error) {
    console.info('A photo is not kept on this device', error)
    return fail(t.noRoom)
  }
  askOnceForPersistentStorage().catch(console.warn)
  const action = { label: t.fillInNow, run: () => fillIn(id) }
  showToast({ tone: 'done', title: t.kept, text: t.keptText, action })
}
