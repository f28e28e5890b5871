/** The outcome of sharing. `late`: files took so long that the browser wants another tap. */
export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed' | 'late'

/** Tells whether this device has a share sheet. Browsers on a desk and pages over plain http often have none. */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/**
 * Passes a text, with files where there are any, to the device's share sheet. Without a sheet it copies the text.
 */
export async function shareText(text: string, files: readonly File[] = []): Promise<ShareOutcome> {
  if (!canShare()) return copyText(text)
  try {
    await navigator.share(files.length === 0 ? { text } : { text, files: [...files] })
    return 'shared'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    if (error instanceof DOMException && error.name === 'NotAllowedError' && files.length > 0) return 'late'
    console.warn(error)
    return copyText(text)
  }
}

/**
 * Returns the link that opens WhatsApp with the text. It is the app's own address and not wa.me: a web address would
 * send a password to a server, and leave it in the history of the browser.
 * @param mobile the receiver's number; undefined where the user chooses the receiver there
 */
export function whatsAppLink(text: string, mobile: string | undefined): string {
  const to = mobile === undefined ? '' : `phone=91${mobile}&`
  return `whatsapp://send?${to}text=${encodeURIComponent(text)}`
}

/** Copies a text; the outcome is `copied` or `failed`. */
export async function copyText(text: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    // Over plain http there is no clipboard, or writing to it is forbidden.
    return copyBySelection(text) ? 'copied' : 'failed'
  }
}

/** Copies the text by selecting it, as before browsers had a clipboard API. */
function copyBySelection(text: string): boolean {
  const place = document.createElement('textarea')
  place.value = text
  place.className = 'fixed top-0 opacity-0'
  // Text outside an open dialog cannot be selected.
  const dialogs = document.querySelectorAll('dialog[open]')
  ;(dialogs[dialogs.length - 1] ?? document.body).append(place)
  place.select()
  const isCopied = document.execCommand('copy')
  place.remove()
  return isCopied
}
