import { latinDigits } from './latin-digits.ts'

/**
 * Reads a mobile number as people type and paste it (§5: only digits, ten at most). Other characters are left out, and
 * so is +91, 91 or 0 in front of ten digits.
 * @returns at most ten digits; undefined for more, because it is unknown which ten are the number
 */
export function parseTypedMobile(text: string): string | undefined {
  const digits = latinDigits(text).replace(/\D/g, '')
  const [, number] = /^(?:(?:00)?91)?0?(\d{10})$/.exec(digits) ?? []
  return number ?? (digits.length <= 10 ? digits : undefined)
}
