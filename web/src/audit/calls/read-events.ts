import { callOf } from '../../shared/api/call.ts'

/** Separate from the other audit calls, because a worker needs none of them. */
export const readEvents = callOf<'auditEvents'>('GET', '/api/audit/events')
