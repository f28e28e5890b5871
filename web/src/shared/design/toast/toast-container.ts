/**
 * The element in which toasts are drawn. A modal dialog covers and dims everything else, and blocks it for the pointer,
 * the keyboard and screen readers. While a dialog is open, the element is therefore inside it, above its sheet.
 */
export const toastContainer = document.createElement('div')
toastContainer.className = 'toasts'
document.body.append(toastContainer)

const openDialogs: HTMLDialogElement[] = []

/** Moves the toasts into an opened dialog. The returned function must be called before the dialog leaves the page. */
export function moveToastsInto(dialog: HTMLDialogElement): () => void {
  openDialogs.push(dialog)
  dialog.append(toastContainer)
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    const above = openDialogs.at(-1) ?? document.body
    if (toastContainer.parentElement !== above) above.append(toastContainer)
  }
}
