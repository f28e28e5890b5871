import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { TaxList } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateOfDayText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { type OpenPeriod, periodText } from '../../shared/language/period-text.ts'
import { BookDownloads } from '../export/book-downloads.tsx'
import { BeneficiaryStatementLink } from '../reports/beneficiary-statement-link.tsx'
import { printedTaxList } from './printed-tax-list.ts'
import { words } from './screen-texts.ts'
import { TaxLimitsSection } from './tax-limits.tsx'
import { taxListFileUrl, taxListQuery } from './tax-queries.ts'

interface Props {
  user: OfficeUser
  period: OpenPeriod
  periodBar: ReactNode
}

/** The parties whose payments of a period are above a limit for tax, with PAN; its files; and the limits. */
export function TaxListSection({ user, period, periodBar }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data: list, error, refetch } = useQuery(taxListQuery(period))
  const noPan = list?.filter(({ pan }) => pan === null).length ?? 0
  return (
    <>
      <div className="grid gap-3 px-4 pb-3 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
        {periodBar}
        {list === undefined ? null : (
          <div className="flex flex-wrap justify-end">
            <BookDownloads
              label={t.export}
              parts={['Tax_List', periodInFileName(period)]}
              addressOf={(format, inLanguage) => taxListFileUrl(period, format, inLanguage)}
              total={[
                t.parties(countText(list.length)),
                `${t.total} ${rupees(sumOfAmounts(list.map(({ total }) => total)))}`,
              ].join(DOT_SEPARATOR)}
              print={{
                heading: {
                  title: t.title,
                  about: list.length === 0 ? [t.none] : [],
                  period: periodText(period, language),
                },
                read: async (inLanguage) => printedTaxList(list, inLanguage),
                total: list.reduce((lines, { cashDays }) => lines + 1 + cashDays.length, 0),
              }}
            />
          </div>
        )}
      </div>
      <p className="px-4 pb-3 text-ink-soft text-small md:px-5">
        {list === undefined || list.length === 0 ? null : (
          <>
            <strong className="text-ink">{t.parties(countText(list.length))}</strong>
            {noPan === 0 ? null : <strong className="ml-2 text-debit">{t.withoutPan(countText(noPan))}</strong>}{' '}
          </>
        )}
        {t.yearNote}
      </p>
      {list === undefined ? (
        error === null ? (
          <RowsSkeleton count={6} />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <div className="border-rule border-t">
          <EmptyState title={t.none}>{t.noneText}</EmptyState>
        </div>
      ) : (
        <TaxTable list={list} />
      )}
      <TaxLimitsSection mayChange={user.role === 'admin' || user.role === 'accountant'} />
    </>
  )
}

function TaxTable({ list }: { list: TaxList }) {
  const t = useWords(words)
  return (
    <table className="w-full text-small">
      <thead>
        <tr className="border-rule border-y text-ink-soft">
          <th scope="col" className="px-4 py-2 text-left font-strong md:px-5">
            {t.party}
          </th>
          <th scope="col" className="px-2 py-2 text-left font-strong max-md:hidden">
            {t.above}
          </th>
          <th scope="col" className="px-2 py-2 text-left font-strong max-lg:hidden">
            {t.cashDays}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-strong max-md:hidden">
            {t.largest}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-strong max-md:hidden">
            {t.sinceApril}
          </th>
          <th scope="col" className="px-4 py-2 text-right font-strong md:px-5">
            {t.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((party) => (
          <tr key={party.beneficiary.id} className="border-rule border-b align-top hover:bg-wash">
            <th scope="row" className="px-4 text-left font-normal md:px-5">
              <BeneficiaryStatementLink id={party.beneficiary.id} className="font-strong [overflow-wrap:anywhere]">
                {party.beneficiary.name}
              </BeneficiaryStatementLink>
              <span className={`block pb-2 ${party.pan === null ? 'text-debit' : 'figures text-ink-soft'}`}>
                {party.pan ?? t.noPan}
              </span>
              <span className="block pb-2 text-ink-soft md:hidden">
                <Above over={party.over} />
                {party.over.includes('year') ? ` (${t.sinceApril} ${rupees(party.sinceApril)})` : null}
              </span>
            </th>
            <td className="px-2 py-2.5 max-md:hidden">
              <Above over={party.over} />
            </td>
            <td className="px-2 py-2.5 text-ink-soft max-lg:hidden">
              <CashDays days={party.cashDays} />
            </td>
            <td className="figures px-2 py-2.5 text-right max-md:hidden">{rupees(party.largest)}</td>
            <td className="figures px-2 py-2.5 text-right max-md:hidden">{rupees(party.sinceApril)}</td>
            <td className="figures px-4 py-2.5 text-right font-strong md:px-5">{rupees(party.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Above({ over }: Pick<TaxList[number], 'over'>) {
  const t = useWords(words)
  return over.map((kind) => t[kind]).join(', ')
}

/** One or two days stand there; more are folded, because a labour contractor is paid cash every Saturday. */
function CashDays({ days }: { days: TaxList[number]['cashDays'] }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const lines = days.map(({ date, amount }) => (
    <span key={date} className="block">
      {dateOfDayText(date, language)} <span className="figures">{rupees(amount)}</span>
    </span>
  ))
  if (days.length <= MOST_OPEN_DAYS) return lines
  return (
    <details>
      <summary className="cursor-pointer">{t.days(countText(days.length))}</summary>
      {lines}
    </details>
  )
}

const MOST_OPEN_DAYS = 2
