import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'Balance Details',
    received: 'Money Received',
    receivedCount: (count: string) => (count === '1' ? '1 credit' : `${count} credits`),
    spent: 'Total Expenses',
    spentCount: (count: string) => (count === '1' ? '1 expense' : `${count} expenses`),
    transferCount: (count: string) => (count === '1' ? '1 transfer' : `${count} transfers`),
    receivedList: 'Money received',
    spentList: 'Expenses made',
    noneReceived: 'No money received yet',
    noneSpent: 'No expenses yet',
    export: 'Export Report',
    wholeAsFile: (button: string) => `“${button}” downloads all of them.`,
  },
  {
    title: 'शेष का हिसाब',
    received: 'मिले पैसे',
    receivedCount: (count: string) => `${count} जमा`,
    spent: 'कुल खर्च, ट्रांसफ़र मिलाकर',
    spentCount: (count: string) => `${count} खर्च`,
    transferCount: (count: string) => `${count} ट्रांसफ़र`,
    receivedList: 'मिले पैसे',
    spentList: 'किए गए खर्च',
    noneReceived: 'अभी तक पैसे नहीं मिले',
    noneSpent: 'अभी तक कोई खर्च नहीं',
    export: 'रिपोर्ट डाउनलोड करें',
    wholeAsFile: (button: string) => `“${button}” में सारी पंक्तियाँ हैं।`,
  },
)
