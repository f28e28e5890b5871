import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'

const fetchAlarms = createCall<'auditAlarms'>('GET', '/api/audit/alarms')

export type VerificationAlarmItem = Awaited<ReturnType<typeof fetchAlarms>>[number]

/** Separate from the other audit calls, because the dashboard needs only this one. */
export const alarmsQuery = queryOptions({
  queryKey: ['/api/audit/alarms'],
  queryFn: () => fetchAlarms(),
  staleTime: 15_000,
  refetchInterval: 60_000,
})
