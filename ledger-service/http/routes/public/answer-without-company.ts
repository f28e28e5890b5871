import { errorBody } from '@ledger/contracts/http/error-body.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpRefusal } from '../../errors.ts'
import { isHealthPath } from '../health-and-metrics.ts'

/** In both languages, because the company of the visitor is unknown. */
const UNKNOWN_COMPANY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Site Ledger</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/no-company.css">
<header>Site Ledger · <span lang="hi">साइट खाता</span></header>
<main>
<h1>${errorBody('unknown_company').message}</h1>
<p lang="hi">इस पते पर कोई कंपनी नहीं मिली। पता जाँचें, या अपने ऑफिस से पूछें।</p>
</main>
</html>
`

/** Includes HEAD, which link checkers send. */
export const isReadRequest = ({ method }: FastifyRequest) => ['GET', 'HEAD'].includes(method)

/**
 * Answers a request that no company answers.
 * @throws HttpRefusal unavailable where the company could not be opened, not_found for an operation that is none
 */
export function answerWithoutCompany(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.noCompany === 'could_not_open') throw new HttpRefusal('unavailable')
  if (request.noCompany === 'page_is_elsewhere') return reply.redirect('/')
  if (isHealthPath(request.url)) throw new HttpRefusal('not_found')
  return answerUnknownCompany(request, reply)
}

/** Answers a request at the host of no company, or of a disabled one: with a page where a browser accepts one. */
function answerUnknownCompany({ method, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wantsPage = method === 'GET' && headers.accept?.includes('text/html') === true
  void reply.code(404).header('cache-control', 'no-store')
  return wantsPage
    ? reply.type('text/html; charset=utf-8').send(UNKNOWN_COMPANY_PAGE)
    : reply.send(errorBody('unknown_company'))
}
