import { projectionName } from '@ledger/contracts/projection-names.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'

const words = inBothLanguages(
  {
    balances: 'Balances',
    ledger: 'Transactions',
    beneficiaries: 'Beneficiaries',
    directory: 'People',
    activity: 'Events',
    sums: 'Totals',
    counts: 'Numbers of events',
    bills: 'Bills',
  },
  {
    balances: 'शेष',
    ledger: 'लेन-देन',
    beneficiaries: 'पार्टियाँ',
    directory: 'लोग',
    activity: 'गतिविधियाँ',
    sums: 'कुल राशियाँ',
    counts: 'गतिविधियों की गिनती',
    bills: 'बिल',
  },
)

/** Returns the name of a read model in the reader's language, or its own name where this app does not know it. */
export function useProjectionLabel(): (name: string) => string {
  const t = useWords(words)
  return (name) => {
    const known = projectionName.options.find((each) => each === name)
    return known === undefined ? name : t[known]
  }
}
