import { get, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { HttpRefusal, registerErrorHandler } from '@ledger/ledger-service/http/errors.ts'
import { registerFileCutOff } from '@ledger/ledger-service/http/streams/abort-on-sign-out.ts'
import { openEventStreams } from '@ledger/ledger-service/http/streams/event-stream.ts'
import fastify, { type FastifyReply } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

/** Streams over real connections. Only the product's timers are moved, so that no test waits for them. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A session look-up by the number of the call, from 1. */
type LookUp = (call: number) => Promise<boolean>
const live: LookUp = async () => true
const neverAnswered: LookUp = () => new Promise(() => undefined)
const failing: LookUp = () => Promise.reject(new Error('The database is away'))

/** Serves a stream without an end, one with an end, and a file, all to one session. */
async function serveStreams(isLive: LookUp) {
  const closing = new AbortController()
  let calls = 0
  const streams = openEventStreams({ isLive: () => isLive(++calls) }, closing.signal)
  const app = fastify()
  registerErrorHandler(app)
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { company: { streams }, session: { signedIn: {}, sessionId: 'company session' } })
  })
  registerFileCutOff(app)
  const answers: Record<string, FastifyReply['raw']> = {}
  for (const endless of [true, false]) {
    const path = endless ? '/api/endless' : '/api/progress'
    app.get(path, (request, reply) => {
      answers[path] = reply.raw
      const untilEnd = (_send: unknown, signal: AbortSignal) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      return streams.answerWithEvents({ request, reply }, untilEnd, { endless })
    })
  }
  const files: Record<string, PassThrough> = { '/api/read': new PassThrough(), '/api/unread': new PassThrough() }
  for (const [path, file] of Object.entries(files))
    app.get(path, (_request, reply) => {
      answers[path] = reply.raw
      file.write('begun')
      return reply.send(file)
    })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${origin}${path}`, { agent: false }, (answer) => {
        // A connection that the server cuts is an error of its reader.
        answer.on('error', () => undefined)
        resolve(answer)
      }).on('error', reject)
    })
  const isOpen = (path: string) => answers[path]?.destroyed === false
  return { closing, ask, isOpen, file: (path: string) => files[path] ?? expect.fail(path), calls: () => calls }
}

/** Reads an answer to its end. */
async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer) text += part
  return text
}

describe('a session whose end nobody can tell', () => {
  test.each<[string, LookUp]>([
    ['is never answered', neverAnswered],
    ['fails', failing],
    ['was answered until now, and never again', (call) => (call <= 3 ? live(call) : neverAnswered(call))],
  ])('ends its streams within five seconds where the look-up %s', async (_, lookUp) => {
    const { ask, isOpen, calls } = await serveStreams(lookUp)
    for (const path of ['/api/endless', '/api/progress', '/api/read']) await ask(path)
    const answered = lookUp === neverAnswered || lookUp === failing ? 0 : 1000
    await vi.advanceTimersByTimeAsync(5000 + answered)
    expect(['/api/endless', '/api/progress', '/api/read'].filter(isOpen)).toEqual([])
    // No look-up of a stream that has ended.
    const looked = calls()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls()).toBe(looked)
  })

  test('keeps them where each third look-up is answered', async () => {
    const { ask, isOpen } = await serveStreams((call) => (call % 3 === 0 ? live(call) : failing(call)))
    await ask('/api/endless')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isOpen('/api/endless')).toBe(true)
  })

  test('ends them at the next look-up where the session has ended', async () => {
    const { ask, isOpen } = await serveStreams(async (call) => call < 3)
    await ask('/api/endless')
    await vi.advanceTimersByTimeAsync(2900)
    expect(isOpen('/api/endless')).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(isOpen('/api/endless')).toBe(false)
  })
})

test('without a stream no session is looked up, and no heartbeat is sent', async () => {
  const { ask } = await serveStreams(live)
  const idle = vi.getTimerCount()
  const answers = await Promise.all(['/api/endless', '/api/progress', '/api/read'].map(ask))
  expect(vi.getTimerCount()).toBe(idle + 3)
  for (const answer of answers) answer.destroy()
  await expect.poll(() => vi.getTimerCount()).toBe(idle)
})

describe('when all streams must end', () => {
  test('those without an end are cut at once, and what has an end has five seconds for it', async () => {
    const { closing, ask, isOpen, file } = await serveStreams(live)
    const read = await ask('/api/read')
    for (const path of ['/api/endless', '/api/progress', '/api/unread']) await ask(path)
    closing.abort()
    expect(isOpen('/api/endless')).toBe(false)
    await vi.advanceTimersByTimeAsync(4900)
    expect(isOpen('/api/progress')).toBe(true)
    file('/api/read').end(' and whole')
    expect([await textOf(read), read.complete]).toEqual(['begun and whole', true])
    expect(isOpen('/api/unread')).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect([isOpen('/api/progress'), isOpen('/api/unread')]).toEqual([false, false])
  })

  test('one that begins after that is refused, and no connection stays open', async () => {
    const { closing, ask } = await serveStreams(live)
    closing.abort()
    await vi.advanceTimersByTimeAsync(5100)
    for (const path of ['/api/endless', '/api/progress', '/api/unread']) {
      const refused = await ask(path)
      expect(refused.statusCode, path).toBe(503)
      expect(await textOf(refused)).toContain('"code":"unavailable"')
    }
  })
})

test('a fault inside a stream is told to its reader and to the operator, a refusal to its reader alone', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { stream: { write: (line) => void lines.push(line) } }, disableRequestLogging: true })
  registerErrorHandler(app)
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { session: { signedIn: {}, sessionId: 'company session' } })
  })
  const streams = openEventStreams({ isLive: async () => true }, new AbortController().signal)
  const failures = { '/fault': new Error('The disk is gone'), '/refusal': new HttpRefusal('not_found') }
  for (const [path, failure] of Object.entries(failures))
    app.get(path, (request, reply) =>
      streams.answerWithEvents({ request, reply }, () => Promise.reject(failure), { endless: false }),
    )
  onTestFinished(() => app.close())
  expect((await app.inject('/fault')).body).toMatch(/event: error\ndata: .*"internal"/)
  expect((await app.inject('/refusal')).body).toMatch(/event: error\ndata: .*"not_found"/)
  expect(lines.filter((line) => line.includes('stream failed'))).toEqual([expect.stringContaining('The disk is gone')])
})
