import type { TallyFormat } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'

const fetchMap = createCall<'tallyMap'>('GET', '/api/admin/tally/map')
const fetchExports = createCall<'tallyExports'>('GET', '/api/admin/tally/exports')

/** Days that have both ends. */
export interface TallyFileDays {
  readonly from: string
  readonly to: string
}

const MAP_PATH = '/api/admin/tally/map'
/** The queries that a change of the map makes old. */
export const TALLY_MAP_KEY = [MAP_PATH]
/** The map to Tally as the entries of a period need it. It is folded from the log, so it is not asked for often. */
export const tallyMapQuery = (period: TallyFileDays) =>
  queryOptions({ queryKey: [MAP_PATH, period.from, period.to], queryFn: () => fetchMap({ query: { ...period } }) })

export const tallyExportsQuery = queryOptions({
  queryKey: ['/api/admin/tally/exports'],
  queryFn: () => fetchExports(),
})

export const setTallyMap = createCall<'setTallyMap'>('PUT', MAP_PATH)

export const tallyFileAddress = ({ from, to }: TallyFileDays, format: TallyFormat) =>
  `/api/admin/tally?from=${from}&to=${to}&format=${format}`
export const tallyAgainAddress = (id: string) => `/api/admin/tally/exports/${encodeURIComponent(id)}/file`
