import { dayOf } from '@ledger/contracts/dates.ts'
import { financialYearOf } from '@ledger/contracts/financial-year.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createCall } from '../../shared/api/api-client.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { words } from './screen-texts.ts'
import { YearCertificateSheet, yearText } from './year-certificate.tsx'

const fetchCertificate = createCall<'yearCertificate'>('GET', '/api/audit/year-certificate')
const certificateQuery = (year: number) =>
  queryOptions({
    queryKey: ['/api/audit/year-certificate', year],
    queryFn: () => fetchCertificate({ query: { year: String(year) } }),
  })

/** The years that are offered: this one and those before it for which an office keeps its books. */
const YEARS_OFFERED = 9

/** The certificate of a financial year for paper: the last year that is over, or another one. */
export function YearCertificateSection() {
  const t = useWords(words)
  const thisYear = financialYearOf(dayOf(new Date().toISOString()))
  const [year, setYear] = useState(thisYear - 1)
  const { data, error, refetch } = useQuery({ ...certificateQuery(year), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-4 px-4 pb-5 md:px-5 print:p-0">
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        <FormField label={t.year}>
          {(parts) => (
            <Select {...parts} value={String(year)} onChange={({ target }) => setYear(Number(target.value))}>
              {Array.from({ length: YEARS_OFFERED }, (_, back) => thisYear - back).map((offered) => (
                <option key={offered} value={offered}>
                  {yearText(offered)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {data === undefined ? null : (
          <Button kind="secondary" onClick={() => window.print()}>
            <Printer className="size-5" aria-hidden="true" />
            {t.print}
          </Button>
        )}
      </div>
      {data === undefined ? (
        error === null ? (
          <SectionSkeleton />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : (
        <YearCertificateSheet certificate={data} />
      )}
    </div>
  )
}
