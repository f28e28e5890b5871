import { keptVerifications } from '@ledger/projections/verifications.ts'
import type { FastifyInstance } from 'fastify'
import { readAlarms } from '../proof/alarms.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

/** Of each kind. */
const SHOWN = 50

/** What the periodic verifications found, and whether somebody has to be told. */
export function registerVerifications(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, companyId, clock } = service
  route('auditVerifications', () => keptVerifications(db, companyId, SHOWN))
  route('auditAlarms', () => readAlarms(db, companyId, clock()))
}
