/**
 * The element in which toasts are drawn. A modal dialog covers and dims everything else, and blocks it for the pointer,
 * the keyboard and screen readers. While a dialog is open, the element is therefore inside it, above its sheet.
 */
export const toastPlace = document.createElement('div')
toastPlace.className = 'toasts'
document.body.append(toastPlace)

const open: HTMLDialogElement[] = []

/** Moves the toasts into an opened dialog. The returned function must be called before the dialog leaves the page. */
export function raiseToasts(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  dialog.append(toastPlace)
  return () => {
    open.splice(open.indexOf(dialog), 1)
    const above = open.at(-1) ?? document.body
    if (toastPlace.parentElement !== above) above.append(toastPlace)
  }
}
