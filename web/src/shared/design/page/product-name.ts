import { inBothLanguages } from '../../language/in-both-languages.ts'

export const productName = inBothLanguages(
  { name: 'Site Ledger', tagline: 'Construction Site Accounting' },
  { name: 'साइट खाता', tagline: 'निर्माण साइट का हिसाब' },
)
