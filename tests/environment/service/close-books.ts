import { randomUUID } from 'node:crypto'
import type { HttpReply, TestClient } from '../network/http-client.ts'

/** On the slowest machine the process that seals has started after this many answers, of 5 s each. */
const MOST_ANSWERS = 12

/**
 * Closes the books up to a day, and returns the answer with the seal. On a busy machine a first answer says that the
 * seal is being made; the same call again waits for it. A refusal is returned as it is.
 */
export async function closeBooks(office: TestClient, upTo: string): Promise<HttpReply> {
  const key = { 'idempotency-key': randomUUID() }
  const ask = () => office.post('/api/admin/books/close', { upTo }, key)
  let reply = await ask()
  for (let answers = 1; reply.status === 202 && answers < MOST_ANSWERS; answers++) reply = await ask()
  return reply
}
