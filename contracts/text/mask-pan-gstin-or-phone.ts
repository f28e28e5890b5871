/**
 * Returns the only form in which a PAN, a GSTIN or a phone number of a beneficiary may enter an event: its first and
 * last two characters, such as ABxxxxxx4F.
 */
export function maskPanGstinOrPhone(text: string): string {
  return `${text.slice(0, 2)}${'x'.repeat(Math.max(0, text.length - 4))}${text.slice(-2)}`
}
