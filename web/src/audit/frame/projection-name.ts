import { inBothLanguages, useWords } from '../../language/words.ts'

const words = inBothLanguages(
  {
    balances: 'Balances',
    ledger: 'Transactions',
    beneficiaries: 'Beneficiaries',
    directory: 'People',
    activity: 'Events',
  },
  { balances: 'शेष', ledger: 'लेन-देन', beneficiaries: 'लाभार्थी', directory: 'लोग', activity: 'घटनाएँ' },
)

/** The read models, as the contract of a rebuild names them. */
export const PROJECTIONS = ['balances', 'ledger', 'beneficiaries', 'directory', 'activity'] as const
export type Projection = (typeof PROJECTIONS)[number]

/** A read model in the reader's words, or by its own name where this app does not know it. */
export function useProjectionName(): (name: string) => string {
  const t = useWords(words)
  return (name) => {
    const known = PROJECTIONS.find((each) => each === name)
    return known === undefined ? name : t[known]
  }
}
