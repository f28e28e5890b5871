const DEVANAGARI_ZERO = 0x0966
/** The distance between a full-width form and its ASCII character. */
const FULL_WIDTH_OFFSET = 0xfee0

/** Returns the text with digits of a Hindi keyboard, and full-width digits and signs, as their ASCII characters. */
export function latinDigits(text: string): string {
  return text
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
}
