import { QueryClient } from '@tanstack/react-query'
import { isUnauthorized, outcomeUnknown } from '../api/api-error.ts'

/** §8, §9. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * 60_000,
        retry: (failures, error) => !isUnauthorized(error) && failures < 3,
        // "online" would wait in silence where a site has no network; this fails, says so, and reads again on reconnect.
        networkMode: 'always',
      },
      mutations: {
        // Once more, under the same idempotency key, but only where nobody knows whether it was booked: a refusal would only be
        // refused again, and a wrong password would cost a second try.
        retry: (failures, error) => outcomeUnknown(error) && failures < 1,
        networkMode: 'always',
      },
    },
  })
}
