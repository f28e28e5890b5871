import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'
import type { OpenCompanies } from '../companies/cache-open-companies.ts'
import { openJobEnqueuer } from '../jobs/job-enqueuer.ts'
import type { CompanyContext } from './company-context.ts'
import { type CompanyHostsOptions, openCompanyHosts } from './company-hosts.ts'
import { openCompanyOrigins } from './company-origins.ts'
import type { Listen } from './dual-stack-listener.ts'
import { registerErrorHandler } from './errors.ts'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'
import { registerApiDocs } from './openapi/serve-docs.ts'
import { registerAnswerWithoutCompany, registerCompany } from './plugins/company.ts'
import { registerCompression } from './plugins/compression.ts'
import { refuseCrossSiteRequests } from './plugins/cross-site-requests.ts'
import { registerRequestLimits } from './plugins/request-limits.ts'
import { registerRequestLog } from './plugins/request-log.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { registerSession, sessionCookieName } from './plugins/session.ts'
import { registerBeneficiaryDetailsRoutes } from './routes/admin/beneficiary-details.ts'
import { registerBeneficiaryNameRoutes } from './routes/admin/beneficiary-names.ts'
import { registerContactMessages } from './routes/admin/contact-messages.ts'
import { registerFieldUserRoutes } from './routes/admin/field-users.ts'
import { registerOfficeUserRoutes } from './routes/admin/office-users.ts'
import { registerPurposeRoutes } from './routes/admin/purposes-and-budgets.ts'
import { registerAdminTransactionRoutes } from './routes/admin/send-money-and-transactions.ts'
import { registerWorklistAndLimitRoutes } from './routes/admin/worklists-and-limits.ts'
import { registerCheckpointRoutes } from './routes/audit/checkpoints.ts'
import { registerEditLogRoutes } from './routes/audit/edit-log.ts'
import { registerAuditEventRoutes } from './routes/audit/events-proofs-and-log-export.ts'
import { registerPointInTimeRoutes } from './routes/audit/point-in-time.ts'
import { registerRebuildRoutes } from './routes/audit/request-and-list-rebuilds.ts'
import { registerVerificationRoutes } from './routes/audit/verifications.ts'
import { registerBookRoutes } from './routes/books/closings-and-sealed-balances.ts'
import { registerTallyRoutes } from './routes/books/tally.ts'
import { registerYearCertificate } from './routes/books/year-certificate.ts'
import { registerCashCountRoutes } from './routes/cash-counts.ts'
import { type HealthSources, registerHealthRoutes } from './routes/health-and-metrics.ts'
import { registerContactForm } from './routes/public/contact-form.ts'
import { registerWebApp } from './routes/public/serve-web-app.ts'
import { registerQuestionRoutes } from './routes/questions.ts'
import { registerCashBookRoutes } from './routes/reports/cash-book.ts'
import { registerReportRoutes } from './routes/reports/ledgers-and-summaries.ts'
import { registerStatementRoutes } from './routes/reports/statements.ts'
import { registerTaxRoutes } from './routes/reports/tax.ts'
import { registerTrialBalanceRoutes } from './routes/reports/trial-balance.ts'
import { registerOpenidSignIn } from './routes/sign-in/openid-sign-in.ts'
import { registerOwnPassword } from './routes/sign-in/own-password.ts'
import { registerPasswordSignInAndOut } from './routes/sign-in/password-sign-in-and-out.ts'
import { registerAcknowledgementRoutes } from './routes/site/acknowledge-transfers.ts'
import { registerFieldAccountRoutes } from './routes/site/own-account-expenses-and-transfers.ts'
import { registerBillRoutes } from './routes/upload-view-erase-bills.ts'
import { registerFileCutOff } from './streams/abort-on-sign-out.ts'
import { registerAuditEventFeed } from './streams/audit-event-feed-routes.ts'
import { registerChangeFeed } from './streams/change-feed-routes.ts'

export interface AppOptions extends HttpServerOptions, CompanyHostsOptions {
  observed: HealthSources
  sessionSecret: string
  /** The folder of the built web app. */
  web: string | undefined
  onError: (error: Error, companyId: string) => void
}

/** Builds the HTTP side of all companies. The host of a request selects the company whose services it has. */
export async function buildApp(
  options: AppOptions,
  companies: OpenCompanies<{ company: CompanyContext }>,
): Promise<{ app: FastifyInstance; listen: Listen }> {
  const { publicOrigin, observed, web } = options
  const hosts = openCompanyHosts(options)
  const origins = openCompanyOrigins(options, hosts, () => app.server)
  const { app, listen } = createHttpServer(
    options,
    (request) => (hosts.companyFor(request) ?? hosts.companyNamed(request))?.companyId,
  )
  parseJsonBodies(app)
  registerErrorHandler(app)
  registerSecurityHeaders(app, publicOrigin)
  registerCompany(app, hosts, companies, options.onError)
  refuseCrossSiteRequests(app, origins)
  registerRequestLimits(app)
  registerAnswerWithoutCompany(app)
  // Weak: the same answer has one tag, compressed or not.
  await app.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
  await registerCompression(app)
  // An answer that may not be stored needs no tag, and the digest of an answer with a password would help to guess it.
  // Without a company only files have a tag.
  app.addHook('onSend', ({ company }, reply, payload, done) => {
    const isStored = reply.getHeader('cache-control') !== 'no-store'
    if (!isStored || !(company || payload instanceof Readable)) reply.removeHeader('etag')
    done()
  })
  const sessionsOf = (companyId: string) => companies.current(companyId).company.sessions
  await registerSession(app, sessionsOf, options.sessionSecret, publicOrigin)
  registerFileCutOff(app)
  registerRequestLog(app, observed.metrics)
  registerHealthRoutes(app, observed)
  registerFieldAccountRoutes(app)
  registerAdminTransactionRoutes(app)
  registerFieldUserRoutes(app)
  registerOfficeUserRoutes(app)
  registerWorklistAndLimitRoutes(app)
  registerBookRoutes(app)
  registerBeneficiaryNameRoutes(app)
  registerBeneficiaryDetailsRoutes(app)
  registerPurposeRoutes(app)
  registerYearCertificate(app)
  registerTallyRoutes(app)
  registerAuditEventRoutes(app)
  registerPointInTimeRoutes(app)
  registerEditLogRoutes(app, origins)
  registerAuditEventFeed(app)
  registerChangeFeed(app)
  registerCheckpointRoutes(app)
  const queue = openJobEnqueuer(app, observed.db)
  registerRebuildRoutes(app, queue)
  registerVerificationRoutes(app, queue)
  registerReportRoutes(app)
  registerCashBookRoutes(app)
  registerStatementRoutes(app)
  registerTaxRoutes(app)
  registerTrialBalanceRoutes(app)
  registerQuestionRoutes(app)
  registerCashCountRoutes(app)
  registerAcknowledgementRoutes(app)
  registerContactForm(app)
  registerContactMessages(app)
  await registerBillRoutes(app)
  registerPasswordSignInAndOut(app)
  registerOwnPassword(app)
  registerOpenidSignIn(app, publicOrigin, origins)
  registerApiDocs(app, sessionCookieName(publicOrigin))
  await registerWebApp(app, web, hosts)
  return { app, listen }
}

/** Accepts JSON only; an empty body counts as none, because clients send the content type with every call (§7). */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
