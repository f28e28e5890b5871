import type { SummaryTable } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { SUMMARY_SUBJECTS, type SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { sitesQuery } from '../../../shared/api/office-queries.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { FormField } from '../../../shared/design/controls/form-field.tsx'
import { Select } from '../../../shared/design/controls/select.tsx'
import { EmptyState, FailedState } from '../../../shared/design/loading-empty-failed.tsx'
import { useIsPrinting } from '../../../shared/design/use-is-printing.ts'
import { RowsSkeleton } from '../../../shared/entry/list/rows-skeleton.tsx'
import { periodInFileName } from '../../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../../shared/language/payment-mode-labels.ts'
import { periodText } from '../../../shared/language/period-text.ts'
import { useNameOrder } from '../../../shared/language/use-name-order.ts'
import { usePurposeName } from '../../api/purpose-and-budget-queries.ts'
import { summaryTableQuery, summaryTableUrl } from '../../api/report-queries.ts'
import { ExportMenu } from '../../export/export-menu.tsx'
import { personFullName } from '../../people/person-and-site-names.ts'
import { subjectNameQuery } from '../../statements/statement-queries.ts'
import { FilteredTransactionsLink } from '../../transactions/filtered-transactions-link.tsx'
import { entriesFilterOfRow } from './entries-filter-of-row.ts'
import { subjectChoices, subjectColumns, words } from './screen-texts.ts'
import { summaryRowName } from './summary-row-name.ts'
import type { SummarySearch } from './summary-search-params.ts'

/** A table of more rows shows this many until all are asked for: each row is an element of the page. */
const ROWS_SHOWN_FIRST = 200

interface Props {
  search: SummarySearch
  /** Called with the whole search of the address. */
  onChange(search: SummarySearch): void
}

/**
 * Sums of a period by site, purpose, beneficiary, payment mode or month, with every row. A row leads to its entries.
 * The page has the choice of the period.
 */
export function SummarySection({ search, onChange }: Props) {
  const t = useWords(words)
  const choices = useWords(subjectChoices)
  const language = useLanguage((state) => state.language)
  const { by = 'site', site = '', from = '', to = '' } = search
  const sites = useNameOrder(useQuery(sitesQuery).data, personFullName)
  const query = useQuery(summaryTableQuery({ by, site, from, to }))
  const chosen = sites?.find(({ id }) => id === site)
  // A supervisor and a deleted account are in no list of sites.
  const isUnlisted = site !== '' && sites !== undefined && chosen === undefined
  const { data: subject } = useQuery({ ...subjectNameQuery(site), enabled: isUnlisted })
  const siteName =
    chosen === undefined ? (subject?.site ?? subject?.name ?? site) : (chosen.siteName ?? personFullName(chosen))
  return (
    <section className="rounded-sheet border border-rule bg-sheet" aria-labelledby="summary-title">
      <div className="flex flex-wrap items-end gap-3 p-4 md:px-5">
        <h2 id="summary-title" className="w-full font-heavy text-lead">
          {t.title}
        </h2>
        <SubjectChoice by={by} onChoose={(subject) => onChange({ ...search, by: subject })} />
        <div className="min-w-52 flex-1">
          <FormField label={t.site}>
            {(control) => (
              <Select
                {...control}
                value={site}
                onChange={(event) => {
                  const { site: _, ...rest } = search
                  onChange(event.target.value === '' ? rest : { ...rest, site: event.target.value })
                }}
              >
                <option value="">{t.everySite}</option>
                {isUnlisted ? <option value={site}>{siteName}</option> : null}
                {sites?.map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.siteName === null
                      ? personFullName(person)
                      : `${person.siteName}, ${personFullName(person)}`}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
        <div className="ml-auto">
          <ExportMenu
            parts={['Summary', choices[by], siteName, periodInFileName({ from, to })]}
            heading={{
              title: `${t.title}: ${choices[by]}`,
              about: [siteName],
              period: periodText({ from, to }, language),
            }}
            job={{ kind: 'summary', report: 'summary', by, address: summaryTableUrl({ by, site, from, to }) }}
            count={query.data?.rows.length}
            total={query.data === undefined ? null : <SummaryTotal by={by} table={query.data} />}
          />
        </div>
      </div>
      {query.data === undefined ? (
        query.error === null ? (
          <RowsSkeleton count={8} />
        ) : (
          <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )
      ) : query.data.rows.length === 0 ? (
        <div className="border-rule border-t">
          <EmptyState title={t.none}>{t.noneText}</EmptyState>
        </div>
      ) : (
        <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
          <SummaryRows key={by} search={{ ...search, by }} table={query.data} />
        </div>
      )}
    </section>
  )
}

/** Whether the rows of a subject have money from head office, too. */
const hasSentColumn = (by: SummarySubject) => by === 'site' || by === 'month'

const rowsText = ({ rows, rowCount }: SummaryTable, t: typeof words.en): string =>
  rowCount > rows.length ? t.cut(countText(rows.length), countText(rowCount)) : t.rows(countText(rowCount))

/** The number of rows, and the sums of all of them. */
function SummaryTotal({ by, table }: { by: SummarySubject; table: SummaryTable }) {
  const t = useWords(words)
  return [
    rowsText(table, t),
    ...(hasSentColumn(by) ? [`${t.sent} ${rupees(table.received)}`] : []),
    `${t.spent} ${rupees(table.spent)}`,
  ].join(DOT_SEPARATOR)
}

function SubjectChoice({ by, onChoose }: { by: SummarySubject; onChoose(by: SummarySubject): void }) {
  const t = useWords(words)
  const choices = useWords(subjectChoices)
  return (
    <div className="min-w-52 flex-1">
      <FormField label={t.group}>
        {(control) => (
          <Select
            {...control}
            value={by}
            onChange={(event) => {
              const subject = SUMMARY_SUBJECTS.find((one) => one === event.target.value)
              if (subject !== undefined) onChoose(subject)
            }}
          >
            {SUMMARY_SUBJECTS.map((subject) => (
              <option key={subject} value={subject}>
                {choices[subject]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </div>
  )
}

function SummaryRows({
  search,
  table,
}: {
  search: SummarySearch & { readonly by: SummarySubject }
  table: SummaryTable
}) {
  const t = useWords(words)
  const columns = useWords(subjectColumns)
  const modes = useWords(paymentModeLabels)
  const purposeName = usePurposeName()
  const language = useLanguage((state) => state.language)
  const [isWhole, setIsWhole] = useState(false)
  const isPrinting = useIsPrinting()
  const { by } = search
  const hasSent = hasSentColumn(by)
  const shown = isWhole || isPrinting ? table.rows : table.rows.slice(0, ROWS_SHOWN_FIRST)
  return (
    <>
      <p className="px-4 pb-3 text-ink-soft text-small md:px-5">
        {rowsText(table, t)}
        {hasSent || by === 'mode' ? `${DOT_SEPARATOR}${t.noTransfers}` : null}
      </p>
      <table className="w-full text-small">
        <thead>
          <tr className="border-rule border-y text-ink-soft">
            <th scope="col" className="px-4 py-2 text-left font-strong md:px-5">
              {columns[by]}
            </th>
            <th scope="col" className="px-2 py-2 text-right font-strong max-md:hidden">
              {t.count}
            </th>
            {hasSent ? (
              <th scope="col" className="px-2 py-2 text-right font-strong max-md:hidden">
                {t.sent}
              </th>
            ) : null}
            <th scope="col" className="px-4 py-2 text-right font-strong md:px-5">
              {t.spent}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key} className="border-rule border-b hover:bg-ground">
              <th scope="row" className="px-4 text-left font-normal [overflow-wrap:anywhere] md:px-5">
                <FilteredTransactionsLink filter={entriesFilterOfRow(search, row)}>
                  {by === 'purpose' ? purposeName(row.name) : summaryRowName(by, row, { language, modes })}
                </FilteredTransactionsLink>
                {hasSent ? (
                  <span className="block pb-2 text-ink-soft md:hidden">
                    {t.sent} <span className="figures">{rupees(row.received)}</span>
                  </span>
                ) : null}
              </th>
              <td className="figures px-2 text-right text-ink-soft max-md:hidden">{countText(row.count)}</td>
              {hasSent ? <td className="figures px-2 text-right max-md:hidden">{rupees(row.received)}</td> : null}
              <td className="figures px-4 text-right font-strong md:px-5">{rupees(row.spent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-heavy">
            <th scope="row" className="px-4 py-2.5 text-left md:px-5">
              {t.total}
              {hasSent ? (
                <span className="block font-normal text-ink-soft md:hidden">
                  {t.sent} <span className="figures">{rupees(table.received)}</span>
                </span>
              ) : null}
            </th>
            <td className="figures px-2 text-right max-md:hidden">{countText(table.count)}</td>
            {hasSent ? <td className="figures px-2 text-right max-md:hidden">{rupees(table.received)}</td> : null}
            <td className="figures px-4 text-right md:px-5">{rupees(table.spent)}</td>
          </tr>
        </tfoot>
      </table>
      {shown.length < table.rows.length ? (
        <div className="p-4 md:px-5">
          <Button kind="secondary" onClick={() => setIsWhole(true)}>
            {t.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
