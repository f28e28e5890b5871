import { inBothLanguages } from '../language/words.ts'

export const words = inBothLanguages(
  {
    title: 'Balance Details',
    balance: 'Current Balance',
    surplus: 'Surplus funds available',
    deficit: 'Deficit amount',
    received: 'Money Received',
    receivedCount: (count: string) => (count === '1' ? '1 credit' : `${count} credits`),
    spent: 'Total Expenses',
    spentCount: (count: string) => (count === '1' ? '1 expense' : `${count} expenses`),
    receivedList: 'Money received',
    spentList: 'Expenses made',
    noneReceived: 'No money received yet',
    noneSpent: 'No expenses yet',
    export: 'Export Report',
  },
  {
    title: 'शेष का हिसाब',
    balance: 'वर्तमान शेष',
    surplus: 'राशि शेष है',
    deficit: 'घाटे की राशि',
    received: 'मिले पैसे',
    receivedCount: (count: string) => `${count} बार जमा`,
    spent: 'कुल खर्च',
    spentCount: (count: string) => `${count} खर्च`,
    receivedList: 'मिले पैसे',
    spentList: 'किए गए खर्च',
    noneReceived: 'अभी कोई पैसा नहीं मिला',
    noneSpent: 'अभी कोई खर्च नहीं',
    export: 'रिपोर्ट निर्यात करें',
  },
)
