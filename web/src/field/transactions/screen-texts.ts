import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'All Transactions',
    kind: 'Show',
    all: 'All',
    credit: 'Received',
    debit: 'Spent',
    period: 'Period',
    today: 'Today',
    week: 'This week',
    month: 'This month',
    allTime: 'All time',
    more: 'Loading more…',
    list: 'Transactions',
  },
  {
    title: 'सभी लेन-देन',
    kind: 'दिखाएँ',
    all: 'सभी',
    credit: 'मिला',
    debit: 'खर्च',
    period: 'समय',
    today: 'आज',
    week: 'इस हफ़्ते',
    month: 'इस महीने',
    allTime: 'शुरू से',
    more: 'और आ रहे हैं…',
    list: 'लेन-देन',
  },
)
