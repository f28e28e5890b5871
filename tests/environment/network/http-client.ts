import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { z } from 'zod'

/** Keep-alive, like a browser's connections. */
const agent = new Agent({ keepAlive: true })

/** Resolves every host to this machine, as a browser does with hosts under .localhost. */
const lookup: LookupFunction = (_host, options, found) => {
  if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }])
  else found(null, '127.0.0.1', 4)
}

export interface HttpReply {
  status: number
  headers: IncomingHttpHeaders
  /** The body, byte for byte. */
  text: string
  /** The undecoded body. */
  bytes: Buffer
  /** The body as JSON; undefined without a JSON body. */
  json: unknown
}

export interface RequestOptions {
  headers?: OutgoingHttpHeaders | undefined
  /** Another loopback source address: 127.0.0.2 … */
  from?: string | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A client over real HTTP that stores cookies as a browser does. It sends neither Origin nor Sec-Fetch-Site. */
export class TestClient {
  readonly origin: string
  readonly cookies: Map<string, string>

  constructor(origin: string, cookies: Iterable<[string, string]> = []) {
    this.origin = origin
    this.cookies = new Map(cookies)
  }

  /** Returns a client with a copy of the cookies; for another process if `origin` is given. */
  withSameCookies(origin = this.origin): TestClient {
    return new TestClient(origin, this.cookies)
  }

  get(path: string, headers?: OutgoingHttpHeaders): Promise<HttpReply> {
    return this.call('GET', path, undefined, { headers })
  }
  post(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<HttpReply> {
    return this.call('POST', path, body, { headers })
  }
  put(path: string, body: unknown, headers?: OutgoingHttpHeaders): Promise<HttpReply> {
    return this.call('PUT', path, body, { headers })
  }
  patch(path: string, body: unknown, headers?: OutgoingHttpHeaders): Promise<HttpReply> {
    return this.call('PATCH', path, body, { headers })
  }
  delete(path: string, headers?: OutgoingHttpHeaders): Promise<HttpReply> {
    return this.call('DELETE', path, undefined, { headers })
  }

  /** Sends a string or bytes unchanged, and any other body as JSON. */
  async call(method: Method, path: string, body?: unknown, { headers, from }: RequestOptions = {}): Promise<HttpReply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const isReady = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    const sent = isReady ? body : JSON.stringify(body)
    const all = {
      'content-type': 'application/json',
      ...(cookie === '' ? {} : { cookie }),
      ...(sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }),
      ...headers,
    }
    const options = { agent, lookup, method, headers: all, ...(from ? { localAddress: from } : {}) }
    const reply = await new Promise<HttpReply>((resolve, reject) => {
      const asked = request(`${this.origin}${path}`, options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString()
          const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
          // A 304 has a content type without a body.
          const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, bytes, json })
        })
      })
      asked.on('error', reject)
      asked.end(sent)
    })
    this.#keep(reply.headers['set-cookie'] ?? [])
    return reply
  }

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/**
 * Returns the body of an answer, parsed with the contract's schema.
 * @throws if the answer has another status
 */
export function expectBody<Schema extends z.ZodType>(
  reply: HttpReply,
  status: number,
  schema: Schema,
): z.infer<Schema> {
  if (reply.status !== status) throw new Error(`Expected ${status}, got ${reply.status}: ${reply.text.slice(0, 300)}`)
  return schema.parse(reply.json)
}
