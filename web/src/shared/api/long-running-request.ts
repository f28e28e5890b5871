import type { RouteName } from '@ledger/contracts/http/routes.ts'
import type { AnswerOf } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { readEventStream, type ServerSentEvent } from './read-event-stream.ts'

/** The number of events that were read, and the number that must be read. */
export interface ReadProgress {
  readonly events: number
  readonly of: number
}

/** The signal that stops a long answer, and the callback for its progress. */
export interface LongRequestOptions {
  readonly signal: AbortSignal
  onProgress(progress: ReadProgress): void
}

/**
 * The number of bytes that are collected before they become a Blob, which the browser may store outside the page's
 * memory.
 */
const BLOB_BYTES = 4_000_000

/**
 * Reads an answer that takes long.
 * @param address the address of the call
 * @throws ApiError; an AbortError where it was stopped
 */
export async function fetchLongAnswer<N extends RouteName>(
  address: string,
  asking: LongRequestOptions,
): Promise<AnswerOf<N>> {
  for await (const { event, data } of resultEvents(address, asking)) if (event === 'done') return JSON.parse(data)
  throw streamBrokenOff()
}

/**
 * Reads a file that takes long.
 * @throws ApiError; an AbortError where it was stopped
 */
export async function fetchLongFile(
  address: string,
  asking: LongRequestOptions,
): Promise<{ name: string; content: Blob }> {
  let [whole, bytes, parts] = [new Blob(), 0, [] as Uint8Array<ArrayBuffer>[]]
  for await (const { event, data } of resultEvents(address, asking)) {
    if (event === 'done') {
      const { name, type }: { name: string; type: string } = JSON.parse(data)
      return { name, content: new Blob([whole, ...parts], { type }) }
    }
    if (event !== 'bytes') continue
    const part = decodeBase64Bytes(data)
    parts.push(part)
    bytes += part.length
    if (bytes >= BLOB_BYTES) [whole, bytes, parts] = [new Blob([whole, ...parts]), 0, []]
  }
  throw streamBrokenOff()
}

/** Yields the events that are not progress, and reports the progress. */
async function* resultEvents(
  address: string,
  { signal, onProgress }: LongRequestOptions,
): AsyncGenerator<ServerSentEvent> {
  for await (const sent of readEventStream(address, signal)) {
    if (sent.event === 'progress') onProgress(JSON.parse(sent.data))
    else if (sent.event === 'error') throw apiErrorFrom(sent.data)
    else yield sent
  }
}

/** Decodes Base64 in quotes. */
function decodeBase64Bytes(data: string): Uint8Array<ArrayBuffer> {
  const text = atob(data.slice(1, -1))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

function apiErrorFrom(data: string): ApiError {
  const { status, code, title, message }: ApiError = JSON.parse(data)
  return new ApiError(status, code, title, message)
}

const streamBrokenOff = () => new ApiError(0, 'internal', 'Error', 'Something went wrong on our side')
