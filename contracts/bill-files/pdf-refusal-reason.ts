import { asksForPassword } from './pdf-password.ts'
import { findCrossReferences } from './pdf-structure.ts'

/**
 * Returns why a PDF cannot be a bill: it was cut off or is another file, or it asks for a password, so that the reader
 * of an entry could not open it. The phone and the server use this one check.
 * @param file a PDF by its first bytes (detect-file-kind.ts)
 * @returns undefined where it can be one
 */
export async function pdfRefusalReason(file: Uint8Array): Promise<'unreadable' | 'locked' | undefined> {
  const crossReferences = findCrossReferences(file)
  if (crossReferences === undefined) return 'unreadable'
  return (await asksForPassword(file, crossReferences)) ? 'locked' : undefined
}
