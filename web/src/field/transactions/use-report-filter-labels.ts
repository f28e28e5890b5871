import { useQuery } from '@tanstack/react-query'
import { beneficiariesQuery, purposesQuery } from '../../shared/api/field-queries.ts'
import type { ListFilter } from '../../shared/api/own-transaction-queries.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { purposeNamer } from '../../shared/language/purpose-namer.ts'

/** Returns the filters that a bar of Reports brings, by what the reader calls them; an empty text for one not set. */
export function useReportFilterLabels({ purpose, beneficiary }: ListFilter) {
  const language = useLanguage((state) => state.language)
  const purposes = useQuery({ ...purposesQuery, enabled: purpose !== undefined }).data
  const parties = useQuery({ ...beneficiariesQuery, enabled: beneficiary !== undefined }).data
  const party = parties?.find(({ id }) => id === beneficiary)
  return [
    ['purpose', purpose === undefined ? '' : purposeNamer(language, purposes)(purpose)],
    ['beneficiary', beneficiary === undefined ? '' : (party?.name ?? '…')],
  ] as const
}
