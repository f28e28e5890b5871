import { createCall } from '../../shared/api/api-client.ts'

/** Separate from the other audit calls, because a worker needs none of them. */
export const readEvents = createCall<'auditEvents'>('GET', '/api/audit/events')
