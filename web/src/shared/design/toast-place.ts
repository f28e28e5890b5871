/**
 * Where toasts are drawn. A modal dialog lies over everything else, dims it and takes it from the pointer, from the keyboard
 * and from screen readers; so while one is open, the place stands in it, above its sheet.
 */
export const toastPlace = document.createElement('div')
toastPlace.className = 'toasts'
document.body.append(toastPlace)

const open: HTMLDialogElement[] = []

/** For an opened dialog; what it gives back is to be called before the dialog leaves the page. */
export function raiseToasts(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  dialog.append(toastPlace)
  return () => {
    open.splice(open.indexOf(dialog), 1)
    const above = open.at(-1) ?? document.body
    if (toastPlace.parentElement !== above) above.append(toastPlace)
  }
}
