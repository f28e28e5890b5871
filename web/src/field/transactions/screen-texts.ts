import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'All Transactions',
    kind: 'Show',
    all: 'All',
    credit: 'Received',
    debit: 'Spent',
    more: 'Loading more…',
    end: 'That is all',
    list: 'Transactions',
  },
  {
    title: 'सभी लेन-देन',
    kind: 'दिखाएँ',
    all: 'सभी',
    credit: 'मिला',
    debit: 'खर्च',
    more: 'और आ रहे हैं…',
    end: 'बस इतने ही',
    list: 'लेन-देन',
  },
)
