import { currentCompanyName } from '../../design/page/company-name.ts'
import { cutToBytes } from './cut-to-bytes.ts'
import { fileNameFromParts } from './file-name.ts'

/** Returns the name of a file. It begins with the company's name where an installation has several companies. */
export const companyFileName = (name: string): string => fileNameForCompany(currentCompanyName, name)

/** Beside the file's own name (report-sheets.ts) and the longest extension. */
const MAX_COMPANY_BYTES = 64

/**
 * Returns the file's name with the company's name in front, of which at most 64 bytes are kept: whole words, unless the
 * first one is longer.
 * @param company undefined: the file's own name alone
 */
export function fileNameForCompany(company: string | undefined, name: string): string {
  const words = fileNameFromParts(company ?? '')
  const cut = cutToBytes(words, MAX_COMPANY_BYTES)
  const isWhole = cut === words || words.startsWith(`${cut}_`)
  const prefix = isWhole || !cut.includes('_') ? cut : cut.slice(0, cut.lastIndexOf('_'))
  return prefix === '' ? name : `${prefix}_${name}`
}
