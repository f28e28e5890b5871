import type { FieldRole } from '@ledger/contracts/roles.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { type OpenPeriod, periodText } from '../../shared/language/period-text.ts'
import { wholeLedgerUrls } from '../api/report-queries.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { StatementLink } from '../statements/statement-link.tsx'
import { AccountLedgerPages } from './account-ledger-pages.tsx'
import { words } from './screen-texts.ts'
import { useLedgerAccounts } from './use-ledger-accounts.ts'

interface Props {
  of: FieldRole
  /** The public id of the account whose book is shown; by default the first one's. */
  chosen: string | undefined
  onChoose(id: string): void
  period: OpenPeriod
  /** The control for the period. */
  periodBar: ReactNode
}

/**
 * §2, Site-Wise Ledger and Supervisor-wise Ledger: one account's book for a period, with the balance after each row.
 */
export function AccountLedgerSection({ of, chosen, onChoose, period, periodBar }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const isDesk = useIsDesk()
  const accounts = useLedgerAccounts(of)
  // Shows the first account's book until one is chosen, or when the chosen one no longer exists.
  const account = accounts.data?.find(({ id }) => id === chosen) ?? accounts.data?.[0]
  const asked = { account: account?.id ?? '', ...period }
  if (accounts.data === undefined)
    return accounts.error === null ? (
      <SectionSkeleton />
    ) : (
      <FailedState message={errorMessage(accounts.error)} onRetry={accounts.retry} />
    )
  if (account === undefined) return <p className="px-5 pb-6 text-ink-soft">{t.nobody}</p>
  const file = {
    heading: { title: t.ledger, about: [account.label], period: periodText(period, language) },
    parts: ['Ledger', account.name, account.site ?? '', periodInFileName(period)],
    job: {
      kind: 'ledger',
      report: of === 'supervisor' ? 'supervisor-ledger' : 'site-ledger',
      ...wholeLedgerUrls(asked),
    },
  } as const
  const statement = <StatementLink subject={account.id} period={period} />
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <FormField label={of === 'supervisor' ? t.supervisor : t.incharge}>
          {(parts) => (
            <Select {...parts} value={account.id} onChange={(event) => onChoose(event.target.value)}>
              {accounts.data?.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {isDesk ? null : (
          <div className="flex flex-wrap items-center gap-2">
            {statement}
            <ListOutputs {...file} />
          </div>
        )}
        {periodBar}
      </div>
      <AccountLedgerPages
        key={JSON.stringify(asked)}
        name={account.name}
        asked={asked}
        outputs={(count, total) => (
          <>
            {statement}
            <ExportMenu {...file} count={count} total={total} />
          </>
        )}
      />
    </>
  )
}
