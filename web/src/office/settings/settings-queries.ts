import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'

const fetchOfficeSettings = createCall<'officeSettings'>('GET', '/api/admin/settings')
/** The limits of the worklists. */
export const officeSettingsQuery = queryOptions({
  queryKey: ['/api/admin/settings'],
  queryFn: () => fetchOfficeSettings(),
})

export const setOfficeSettings = createCall<'setOfficeSettings'>('PUT', '/api/admin/settings')
export const setAlertLevel = createCall<'setAlertLevel'>('PUT', '/api/admin/users/:id/alert-level')
