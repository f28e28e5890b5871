import { PAYMENT_MODES, paymentMode } from '@ledger/contracts/payment-modes.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { FormField } from '../../../shared/design/controls/form-field.tsx'
import { Select } from '../../../shared/design/controls/select.tsx'
import { EmptyState, FailedState } from '../../../shared/design/loading-empty-failed.tsx'
import { RowsSkeleton } from '../../../shared/entry/list/rows-skeleton.tsx'
import { periodInFileName } from '../../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../../shared/language/dot-separator.ts'
import { countText, isZero, rupees } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../../shared/language/payment-mode-labels.ts'
import { periodText } from '../../../shared/language/period-text.ts'
import { type CashBookSelection, cashBookFileUrl, cashBookQuery } from '../../api/report-queries.ts'
import { SectionSkeleton } from '../../controls/section-skeleton.tsx'
import { BookDownloads } from '../../export/book-downloads.tsx'
import type { LedgersSearchParams } from '../../pages/ledgers-search-params.ts'
import { siteWithIncharge } from '../../people/person-and-site-names.ts'
import { subjectNameQuery } from '../../statements/statement-queries.ts'
import {
  isOfInnerId,
  isSiteChoice,
  siteChoice,
  toBookParams,
  WHOLE_COMPANY,
} from '../../statements/statement-subject-params.ts'
import { type AccountChoice, useLedgerAccounts } from '../use-ledger-accounts.ts'
import { CashBookTable } from './cash-book-table.tsx'
import { printedCashBook } from './printed-cash-book.ts'
import { words } from './screen-texts.ts'

interface Props {
  search: LedgersSearchParams
  /** Called with the whole search of the address. */
  onChange(search: LedgersSearchParams): void
  periodBar: ReactNode
}

/**
 * The book of an account, a site or the company by day: opening, received, spent and closing, of all payment modes or
 * of one. The page has the choice of the period. An account that is not in the lists stays chosen under its name, such
 * as a deleted one.
 */
export function CashBookSection({ search, onChange, periodBar }: Props) {
  const t = useWords(words)
  const [incharges, supervisors] = [useLedgerAccounts('site_incharge'), useLedgerAccounts('supervisor')]
  const unlisted = isOfInnerId(search.account) ? search.account : undefined
  const { data: subject } = useQuery({ ...subjectNameQuery(unlisted ?? ''), enabled: unlisted !== undefined })
  const nameOfUnlisted = subject?.name ?? '…'
  const failed = [incharges, supervisors].find(({ error }) => error !== null)
  if (failed?.error) return <FailedState message={errorMessage(failed.error)} onRetry={failed.retry} />
  if (incharges.data === undefined || supervisors.data === undefined) return <SectionSkeleton />
  const sites = incharges.data.map(({ id, name, site = '' }): AccountChoice => {
    return { id: siteChoice(id), name: site || name, site: undefined, label: siteWithIncharge(site, name) }
  })
  const company: AccountChoice = { id: WHOLE_COMPANY, name: t.company, site: undefined, label: t.company }
  const accounts = [...incharges.data, ...supervisors.data, ...sites, company]
  const account =
    unlisted === undefined
      ? (accounts.find(({ id }) => id === search.account) ?? accounts[0])
      : { id: unlisted, name: nameOfUnlisted, site: undefined, label: nameOfUnlisted }
  if (account === undefined) return <p className="px-5 pb-6 text-ink-soft">{t.nobody}</p>
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-2 md:px-5">
        <FormField label={t.account}>
          {(parts) => (
            <Select
              {...parts}
              value={account.id}
              onChange={(event) => onChange({ ...search, account: event.target.value })}
            >
              {unlisted === undefined ? null : <option value={unlisted}>{nameOfUnlisted}</option>}
              <AccountGroup label={t.incharges} accounts={incharges.data ?? []} />
              <AccountGroup label={t.supervisors} accounts={supervisors.data ?? []} />
              <AccountGroup label={t.sites} accounts={sites} />
              <AccountGroup label={t.wholeCompany} accounts={[company]} />
            </Select>
          )}
        </FormField>
        <ModeChoice search={search} onChange={onChange} />
        <div className="md:col-span-2">{periodBar}</div>
      </div>
      <CashBookOfAccount account={account} search={search} />
    </>
  )
}

function AccountGroup({ label, accounts }: { label: string; accounts: readonly AccountChoice[] }) {
  if (accounts.length === 0) return null
  return (
    <optgroup label={label}>
      {accounts.map((one) => (
        <option key={one.id} value={one.id}>
          {one.label}
        </option>
      ))}
    </optgroup>
  )
}

function ModeChoice({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const t = useWords(words)
  const labels = useWords(paymentModeLabels)
  return (
    <FormField label={t.mode} hint={search.mode === undefined ? t.ofEveryMode : t.ofMode}>
      {(parts) => (
        <Select
          {...parts}
          value={search.mode ?? ''}
          onChange={(event) => {
            const { mode: _, ...rest } = search
            const mode = paymentMode.safeParse(event.target.value).data
            onChange(mode === undefined ? rest : { ...rest, mode })
          }}
        >
          <option value="">{t.everyMode}</option>
          {PAYMENT_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {labels[mode]}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  )
}

function CashBookOfAccount({ account, search }: { account: AccountChoice; search: LedgersSearchParams }) {
  const t = useWords(words)
  const labels = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const { mode = '', from = '', to = '' } = search
  const asked: CashBookSelection = { subject: account.id, mode, from, to }
  const { data: book, error, refetch } = useQuery(cashBookQuery(asked))
  if (book === undefined)
    return error === null ? (
      <RowsSkeleton count={8} />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
    )
  const ofMode = mode === '' ? '' : labels[mode]
  return (
    <>
      <div className="flex flex-wrap justify-end px-4 pb-3 md:px-5">
        <BookDownloads
          label={t.export}
          parts={[
            ...(account.id === WHOLE_COMPANY ? ['Day_Book_By_Day'] : ['Cash_Book', account.name]),
            account.site ?? '',
            ofMode,
            periodInFileName({ from, to }),
          ]}
          addressOf={(format, inLanguage) => cashBookFileUrl(asked, format, inLanguage)}
          total={[t.days(countText(book.days.length)), `${t.closing} ${rupees(book.closing)}`].join(DOT_SEPARATOR)}
          print={{
            heading: {
              title: isSiteChoice(account.id) ? t.titleOfSite : account.id === WHOLE_COMPANY ? t.titleByDay : t.title,
              about: [account.label, ofMode || t.everyMode],
              period: periodText({ from, to }, language),
            },
            read: async (inLanguage) => printedCashBook(book, inLanguage),
            total: book.days.length,
          }}
        />
      </div>
      {book.days.length === 0 && isZero(book.opening) ? (
        <div className="border-rule border-t">
          <EmptyState title={t.none}>{t.noneText}</EmptyState>
        </div>
      ) : (
        <CashBookTable
          book={book}
          entries={{ ...(account.id === WHOLE_COMPANY ? {} : toBookParams(account.id)), mode }}
        />
      )}
    </>
  )
}
