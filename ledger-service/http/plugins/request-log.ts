import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/prometheus-metrics.ts'

/**
 * Logs one line for each request, with these fields only: no body, no query, and not the address but its pattern,
 * because an address can contain a mobile number. The same pattern labels the metrics, so that the number of labels is
 * bounded.
 */
export function registerRequestLog(app: FastifyInstance, metrics: Metrics | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    const route = routeOptions.url
    const account = request.session?.signedIn?.accountId
    request.log.info({ method, route, status, ms: Math.round(milliseconds), account }, 'request')
    const labels = route === undefined ? { method: 'any', route: 'none', status } : { method, route, status }
    metrics?.observeRequest(labels, milliseconds / 1000)
  })
}
