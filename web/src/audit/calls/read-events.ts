import { callOf } from '../../shared/api/call.ts'

/** Apart from the other audit calls: a worker needs none of them. */
export const readEvents = callOf<'auditEvents'>('GET', '/api/audit/events')
