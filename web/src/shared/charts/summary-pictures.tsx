import type { Summary } from '@ledger/contracts/reports.ts'
import type { ReactNode } from 'react'
import { useWords } from '../language/words.ts'
import { Months } from './months.tsx'
import { Shares } from './shares.tsx'
import { words } from './words.ts'

interface Props {
  summary: Pick<Summary, 'months' | 'purposes' | 'beneficiaries'>
  /** What stands there where nothing happened in the period. */
  /** One account's months count what it got from and gave to others; the whole company's cannot. */
  transfersCount: boolean
  empty: ReactNode
  beneficiaryName?: (share: { id: string; name: string }) => ReactNode
}

/** What came and went, by month, by purpose and by beneficiary; each picture with its table. */
export function SummaryPictures({
  summary: { months, purposes, beneficiaries },
  transfersCount,
  empty,
  beneficiaryName,
}: Props) {
  const t = useWords(words)
  if (months.length === 0) return <div className="rounded-sheet border border-rule bg-sheet lg:col-span-2">{empty}</div>
  return (
    <>
      <Months months={months} note={transfersCount ? t.withTransfers : t.withoutTransfers} />
      <Shares title={t.byPurpose} column={t.purposeColumn} shares={purposes} />
      <Shares title={t.byBeneficiary} column={t.beneficiaryColumn} shares={beneficiaries} nameOf={beneficiaryName} />
    </>
  )
}
