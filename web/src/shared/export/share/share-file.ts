import { saveFile } from '../file/save-file.ts'

/** `late`: making the file took so long that the browser wants another tap. */
export type FileShareOutcome = 'shared' | 'saved' | 'dismissed' | 'late'

/** Passes a file to the device's share sheet, or has the browser save it where the sheet takes no files. */
export async function shareFile(file: File): Promise<FileShareOutcome> {
  const content = { files: [file] }
  if (typeof navigator.canShare === 'function' && navigator.canShare(content))
    try {
      await navigator.share(content)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      if (error instanceof DOMException && error.name === 'NotAllowedError') return 'late'
      console.warn(error)
    }
  saveFile(file.name, file)
  return 'saved'
}
