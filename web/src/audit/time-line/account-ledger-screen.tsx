import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { balancesNowQuery } from '../api/audit-queries.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { LongRunningProgress } from '../frame/long-running-progress.tsx'
import { AccountLedgerAsOfMoment } from './account-ledger-as-of.tsx'
import { words } from './screen-texts.ts'

/** `/admin/audit/time-line/ledger`: one account's ledger as it was at a moment, or at two, side by side on a desk. */
export function AccountLedgerScreen() {
  const t = useWords(words)
  const { account, position, earlier } = useSearch({ from: '/admin/audit/time-line/ledger' })
  const head = useQuery({ ...balancesNowQuery, enabled: position === undefined })
  const later = position ?? head.data?.position
  return (
    <AuditFrame title={t.ledgerTitle}>
      <div className="grid gap-4">
        <div className="flex flex-wrap justify-between gap-2">
          <Link
            to="/admin/audit/time-line"
            search={{ ...(position === undefined ? {} : { position }), ...(earlier === undefined ? {} : { earlier }) }}
            className={`${buttonLook('quiet')} -ml-3`}
          >
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t.backToTimeLine}
          </Link>
          <BooksOfToday account={account} />
        </div>
        {later === undefined ? (
          <LongRunningProgress query={head} queryKey={balancesNowQuery.queryKey} />
        ) : earlier === undefined ? (
          <AccountLedgerAsOfMoment account={account} position={later} />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2 lg:items-start lg:gap-6">
            <AccountLedgerAsOfMoment account={account} position={earlier} title={t.earlier} later={later} />
            <AccountLedgerAsOfMoment account={account} position={later} title={t.later} earlier={earlier} />
          </div>
        )}
      </div>
    </AuditFrame>
  )
}

/** The ways to the books of the account as they are now, also of a deleted person, whom no list of people has. */
function BooksOfToday({ account }: { account: string }) {
  const t = useWords(words)
  const isPerson = account !== HEAD_OFFICE_ACCOUNT && !account.startsWith('b:')
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/admin/ledgers" search={{ of: account }} hash="statements" className={buttonLook('quiet')}>
        {t.statementNow}
      </Link>
      {isPerson ? (
        <Link to="/admin/ledgers" search={{ account }} hash="cashBook" className={buttonLook('quiet')}>
          {t.cashBookNow}
        </Link>
      ) : null}
    </div>
  )
}
