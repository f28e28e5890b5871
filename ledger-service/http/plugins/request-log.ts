import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../../metrics/prometheus-metrics.ts'

/**
 * Logs one line for each request, with these fields only: no body, no query, and not the address but its pattern,
 * because an address can contain a mobile number. The same pattern labels the metrics, so that the number of labels is
 * bounded.
 */
export function registerRequestLog(app: FastifyInstance, metrics: Metrics | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    const route = answeringRoute(request)
    const account = request.session?.signedIn?.accountId
    request.log.info({ method, route, status, ms: Math.round(milliseconds), account }, 'request')
    const labels = route === undefined ? { method: 'any', route: 'none', status } : { method, route, status }
    metrics?.observeRequest(labels, milliseconds / 1000)
  })
}

/** Returns the pattern of the route that answered; undefined where none did, because no address or no company fits. */
function answeringRoute({ company, routeOptions: { url } }: FastifyRequest): string | undefined {
  return company === undefined && url?.startsWith('/api/') ? undefined : url
}
