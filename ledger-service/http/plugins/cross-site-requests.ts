import type { FastifyInstance } from 'fastify'
import type { CompanyOrigins } from '../company-origins.ts'
import { HttpRefusal } from '../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses unsafe methods from another site. A client that is no browser sends neither header. */
export function refuseCrossSiteRequests(app: FastifyInstance, { isOwnOrigin }: CompanyOrigins): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { company } = request
    // Where no company answers, nothing is changed.
    if (!company || SAFE_METHODS.has(request.method)) return done()
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
    const foreignOrigin = from !== undefined && !isOwnOrigin(company.companyId, from, request.raw)
    done(foreignSite || foreignOrigin ? new HttpRefusal('cross_site') : undefined)
  })
}
