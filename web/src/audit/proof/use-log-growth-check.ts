import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { newestCheckpointQuery, publicKeyQuery } from '../api/audit-queries.ts'
import { checkLogGrowth } from './check-log-growth.ts'

/** Checks the log against the remembered checkpoint on every visit of an audit screen, at most once in 15 seconds. */
export function useLogGrowthCheck() {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['look back'],
    staleTime: 15_000,
    async queryFn() {
      const [[newest], key] = await Promise.all([
        client.fetchQuery(newestCheckpointQuery),
        client.fetchQuery(publicKeyQuery).catch((error: unknown) => {
          // No key has been published before the signer's first start.
          if (error instanceof ApiError && error.status === 404) return undefined
          throw error
        }),
      ])
      const published = { note: newest?.note, verifierKey: key?.verifierKey }
      return checkLogGrowth(published, new Date().toISOString())
    },
  })
}
