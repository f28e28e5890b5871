import type { RouteName } from '@ledger/contracts/routes.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import type { Answer } from '../../shared/api/call.ts'
import { eventStream, type Sent } from '../../shared/api/event-stream.ts'

/** The number of events that were read, and the number that must be read. */
export interface Progress {
  readonly events: number
  readonly of: number
}

/** The signal that stops a long answer, and the callback for its progress. */
export interface Asking {
  readonly signal: AbortSignal
  onProgress(progress: Progress): void
}

/**
 * The number of bytes that are collected before they become a Blob, which the browser may store outside the page's
 * memory.
 */
const ENOUGH_BYTES = 4_000_000

/**
 * Reads an answer that takes long.
 * @param address the address of the call
 * @throws ApiError; an AbortError where it was stopped
 */
export async function readLong<N extends RouteName>(address: string, asking: Asking): Promise<Answer<N>> {
  for await (const { event, data } of events(address, asking)) if (event === 'done') return JSON.parse(data)
  throw brokenOff()
}

/**
 * Reads a file that takes long.
 * @throws ApiError; an AbortError where it was stopped
 */
export async function readLongFile(address: string, asking: Asking): Promise<{ name: string; content: Blob }> {
  let [whole, bytes, parts] = [new Blob(), 0, [] as Uint8Array<ArrayBuffer>[]]
  for await (const { event, data } of events(address, asking)) {
    if (event === 'done') {
      const { name, type }: { name: string; type: string } = JSON.parse(data)
      return { name, content: new Blob([whole, ...parts], { type }) }
    }
    if (event !== 'bytes') continue
    const part = bytesOf(data)
    parts.push(part)
    bytes += part.length
    if (bytes >= ENOUGH_BYTES) [whole, bytes, parts] = [new Blob([whole, ...parts]), 0, []]
  }
  throw brokenOff()
}

/** Yields the events that are not progress, and reports the progress. */
async function* events(address: string, { signal, onProgress }: Asking): AsyncGenerator<Sent> {
  for await (const sent of eventStream(address, signal)) {
    if (sent.event === 'progress') onProgress(JSON.parse(sent.data))
    else if (sent.event === 'error') throw errorOf(sent.data)
    else yield sent
  }
}

/** Decodes Base64 in quotes. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  const text = atob(data.slice(1, -1))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

function errorOf(data: string): ApiError {
  const { status, code, title, message }: ApiError = JSON.parse(data)
  return new ApiError(status, code, title, message)
}

const brokenOff = () => new ApiError(0, 'internal', 'Error', 'Something went wrong on our side')
