import { companyName } from '../design/company-name.ts'
import { fileName } from './sheet-plan.ts'

/** What a file is called: where an installation has several companies the name begins with whose it is. */
export const companyFile = (name: string): string => namedFor(companyName, name)

/** A name may have 255 bytes, and a letter of Hindi takes three. @param company undefined: the file's own name alone */
export function namedFor(company: string | undefined, name: string): string {
  if (company === undefined) return name
  const words = /^.{1,30}(?!\S)/u.exec(company)?.[0] ?? [...company].slice(0, 30).join('')
  return `${fileName(words)}_${name}`
}
