import { inBothLanguages } from '../language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    names: 'Names',
    showAll: 'Show all names',
    takeNew: (name: string) => `New name: ${name}`,
  },
  {
    names: 'नाम',
    showAll: 'सारे नाम दिखाएँ',
    takeNew: (name: string) => `नया नाम: ${name}`,
  },
)
