import { queryOptions } from '@tanstack/react-query'
import { callOf } from '../../shared/api/call.ts'

const readAlarms = callOf<'auditAlarms'>('GET', '/api/audit/alarms')

export type Alarm = Awaited<ReturnType<typeof readAlarms>>[number]

/** Separate from the other audit calls, because the dashboard needs only this one. */
export const alarmsQuery = queryOptions({
  queryKey: ['/api/audit/alarms'],
  queryFn: () => readAlarms(),
  staleTime: 15_000,
  refetchInterval: 60_000,
})
