import { toError } from '@ledger/database/process/to-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenCompanies } from '../../companies/cache-open-companies.ts'
import type { CompanyContext } from '../company-context.ts'
import type { CompanyHosts } from '../company-hosts.ts'
import { answerWithoutCompany, isReadRequest } from '../routes/public/answer-without-company.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The services of the company that the request is for; undefined for operations and where no company answers. */
    company: CompanyContext | undefined
    /** Why no company answers, where the host has one. */
    noCompany: 'could_not_open' | 'page_is_elsewhere' | undefined
  }
}

/** The limit of listeners for the end of one answer. More would be a leak. */
const MAX_CLOSE_LISTENERS = 20

/** Opens the company of each request by its host, and keeps it open until the answer is sent or the client has gone. */
export function registerCompany(
  app: FastifyInstance,
  hosts: CompanyHosts,
  companies: OpenCompanies<{ company: CompanyContext }>,
  onError: (error: Error, companyId: string) => void,
): void {
  app.decorateRequest('company', undefined)
  app.decorateRequest('noCompany', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const companyId = hosts.companyFor(request.raw)?.companyId
    if (companyId === undefined) return
    if (hosts.isPublicPageElsewhere(request.raw)) {
      request.noCompany = 'page_is_elsewhere'
      return
    }
    try {
      const { services, release } = await companies.acquire(companyId)
      if (reply.raw.destroyed) {
        release()
        reply.hijack()
        return
      }
      // Fastify, the stream of a file and its compression add ten listeners there in all, up to which Node gives no
      // warning.
      reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS).once('close', release)
      request.company = services.company
    } catch (error) {
      onError(toError(error), companyId)
      request.noCompany = 'could_not_open'
    }
  })
}

/**
 * Answers the requests that no company answers, before their body is read. Left to their routes are operations and the
 * files of the web app, which are the same for all.
 */
export function registerAnswerWithoutCompany(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOfAll = isReadRequest(request) && request.routeOptions.url?.startsWith('/api/') !== true
    if (request.company || isOfAll) done()
    // Fastify does no more for a request whose hook is not done.
    else answerWithoutCompany(request, reply)
  })
}

/**
 * Returns the services of the company that a request is for.
 * @throws Error where no company answers: no such request comes to a route of the API (registerAnswerWithoutCompany)
 */
export function companyOf({ company }: FastifyRequest): CompanyContext {
  if (!company) throw new Error('The request is for no company')
  return company
}
