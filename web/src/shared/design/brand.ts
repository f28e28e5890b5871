import { inBothLanguages } from '../language/words.ts'

export const brand = inBothLanguages(
  { name: 'Site Ledger', tagline: 'Construction Site Accounting' },
  { name: 'साइट खाता', tagline: 'निर्माण साइट का हिसाब' },
)
