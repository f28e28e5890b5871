import type { FieldRole } from '@ledger/contracts/roles.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sitesQuery } from '../../shared/api/office.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { Field } from '../../shared/design/field.tsx'
import { Select } from '../../shared/design/select.tsx'
import { Failed } from '../../shared/design/states.tsx'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { useWords } from '../../shared/language/words.ts'
import { supervisorsQuery } from '../calls/people.ts'
import { ledgerPages, wholeLedger } from '../calls/reports.ts'
import { nameOf } from '../dashboard/name-of.ts'
import { WaitingSection } from '../dashboard/section.tsx'
import { DateRange } from '../transactions/date-range.tsx'
import { LedgerBook } from './ledger-book.tsx'
import { words } from './words.ts'

/** An account to choose from. */
interface Choice {
  id: string
  name: string
  label: string
  site: string | undefined
}

/**
 * §2, Site-Wise Ledger and Supervisor-wise Ledger: one account's book for a period, with the balance after each row.
 */
export function Ledger({ of }: { of: FieldRole }) {
  const t = useWords(words)
  const accounts = useAccounts(of)
  const [chosen, setChosen] = useState('')
  const [range, setRange] = useState({ from: '', to: '' })
  // Shows the first account's book until one is chosen, or when the chosen one no longer exists.
  const account = accounts.data?.find(({ id }) => id === chosen) ?? accounts.data?.[0]
  const asked = { account: account?.id ?? '', ...range }
  const query = useInfiniteQuery(ledgerPages(asked))
  if (accounts.data === undefined)
    return accounts.error === null ? (
      <WaitingSection />
    ) : (
      <Failed message={messageOf(accounts.error)} onRetry={accounts.retry} />
    )
  if (account === undefined) return <p className="px-5 pb-6 text-ink-soft">{t.nobody}</p>
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-end">
        <div className="lg:col-span-3">
          <Field label={of === 'supervisor' ? t.supervisor : t.incharge}>
            {(parts) => (
              <Select {...parts} value={account.id} onChange={(event) => setChosen(event.target.value)}>
                {accounts.data?.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <DateRange {...range} onChange={setRange} />
        <div className="grid grid-cols-2 gap-3 lg:contents">
          <Button kind="secondary" onClick={() => setRange({ from: '', to: '' })}>
            {t.clear}
          </Button>
          <ExportButton
            parts={['Ledger', account.name, account.site ?? '', periodName(range)]}
            job={{
              kind: 'ledger',
              report: of === 'supervisor' ? 'supervisor-ledger' : 'site-ledger',
              ...wholeLedger(asked),
            }}
          />
        </div>
      </div>
      {query.data === undefined ? (
        query.error === null ? (
          <WaitingSection />
        ) : (
          <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )
      ) : (
        <LedgerBook
          key={JSON.stringify(asked)}
          name={account.name}
          ledgers={query.data.pages.map((page) => page.rows)}
          query={query}
        />
      )}
    </>
  )
}

function useAccounts(of: FieldRole) {
  const sites = useQuery({ ...sitesQuery, enabled: of === 'site_incharge' })
  const supervisors = useQuery({ ...supervisorsQuery, enabled: of === 'supervisor' })
  const { data, error, refetch } = of === 'supervisor' ? supervisors : sites
  return {
    data: data?.map((one): Choice => {
      const site = 'siteName' in one && typeof one.siteName === 'string' ? one.siteName : undefined
      const name = nameOf(one)
      return { id: one.id, name, site, label: site === undefined ? name : `${name}, ${site}` }
    }),
    error,
    retry: () => void refetch(),
  }
}
