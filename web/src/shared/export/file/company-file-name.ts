import { currentCompanyName } from '../../design/page/company-name.ts'
import { fileNameFromParts } from './report-sheets.ts'

/** Returns the name of a file. It begins with the company's name where an installation has several companies. */
export const companyFileName = (name: string): string => fileNameForCompany(currentCompanyName, name)

/**
 * Returns the file's name with the company's name in front. That is at most 30 characters long, because a file name may
 * have 255 bytes and a Hindi letter takes three.
 * @param company undefined: the file's own name alone
 */
export function fileNameForCompany(company: string | undefined, name: string): string {
  if (company === undefined) return name
  const words = /^.{1,30}(?!\S)/u.exec(company)?.[0] ?? [...company].slice(0, 30).join('')
  return `${fileNameFromParts(words)}_${name}`
}
