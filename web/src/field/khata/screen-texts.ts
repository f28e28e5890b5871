import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    today: 'Today',
    yesterday: 'Yesterday',
    balance: (amount: string) => `balance ${amount}`,
    backdated: (day: string) => `Back-dated: ${day}`,
  },
  {
    today: 'आज',
    yesterday: 'कल',
    balance: (amount: string) => `शेष ${amount}`,
    backdated: (day: string) => `पुरानी तारीख: ${day}`,
  },
)
