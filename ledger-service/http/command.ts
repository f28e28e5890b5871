import type { Meta } from '@ledger/contracts/events.ts'
import canonicalize from 'canonicalize'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Command } from '../domain/commands.ts'
import { keyDigest } from '../event-store/key-digest.ts'
import { findAnswer } from '../event-store/read.ts'
import type { Answer, Recorded, Statement } from '../event-store/submission.ts'
import { addressOf } from './address.ts'
import { Invalid } from './errors.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** 8 to 128 visible characters (api.md, Idempotency). */
const KEY = /^[\x21-\x7e]{8,128}$/

type Unasked<C> = C extends Command ? Omit<C, 'by' | 'now'> : never

interface Sending {
  command: Unasked<Command>
  /** The parsed body of the request: the same key with another body is refused. */
  body: unknown
  answer: (recorded: Recorded) => Answer
  alongside?: Statement[]
  /** Runs after the command is recorded and before the answer. Must not throw. */
  afterwards?: () => Promise<void>
  /** The time on the phone's clock (api.md, Two times of the phone's). */
  enteredAt?: string | undefined
}

/** Sends a command to the ledger in the name of the signed-in user, and its answer, byte for byte, to the client. */
export async function send(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  sending: Sending,
): Promise<FastifyReply> {
  const asker = askerOf(request)
  const { command, body, answer, alongside, afterwards, enteredAt } = sending
  const key = keyOf(service, request, asker.accountId, body)
  const stored = await service.log.submit({
    command: { ...command, by: { account: asker.accountId, epoch: asker.epoch }, now: service.clock() } as Command,
    meta: { ...metaOf(request), ...(enteredAt === undefined ? {} : { enteredAt }) },
    answer,
    ...(key ? { key } : {}),
    ...(alongside ? { alongside } : {}),
  })
  await afterwards?.()
  return sendAnswer(reply, stored)
}

/** Sends the text that the ledger stores, unchanged. */
export function sendAnswer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  if (body === '') return reply.code(status).send()
  return reply.code(status).type('application/json; charset=utf-8').serializer(asIs).send(body)
}

/**
 * Returns the earlier answer of this request's key. Called only where a command fails before it reaches the ledger: the
 * thing that it names may be missing because its first try removed it.
 * @throws OutcomeUnknown where no standby has confirmed that answer's commit
 */
export async function answerBefore(
  service: Service,
  request: FastifyRequest,
  body: unknown,
): Promise<Answer | undefined> {
  const accountId = request.session.signedIn?.accountId
  if (!KEY.test(String(request.headers['idempotency-key'] ?? ''))) return undefined
  const key = accountId && keyOf(service, request, accountId, body)
  const found = key && (await findAnswer(service.db, service.companyId, key))
  // The answer is readable as soon as the primary has it; before it is sent, the standby must have it, too.
  if (found) await service.log.confirm()
  return found || undefined
}

const asIs = (text: unknown) => String(text)

/** Returns an answer as it is stored and sent: the JSON text of a value. */
export function answerWith(status: number, value: object): Answer {
  return { status, body: JSON.stringify(value) }
}

/** Returns the origin of a command, for the event. */
export function metaOf(request: FastifyRequest): Meta {
  const agent = request.headers['user-agent']?.slice(0, 200)
  return { requestId: request.id, ip: addressOf(request), ...(agent ? { agent } : {}) }
}

/** Returns the digests of a request's key and body. They are keyed, because a body can contain a password. */
function keyOf({ digest }: Service, request: FastifyRequest, accountId: string, body: unknown) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Invalid({ path: 'Idempotency-Key', message: 'An Idempotency-Key has 8 to 128 visible characters' })
  }
  const asked = `${request.method} ${request.url} ${canonicalize(body ?? null)}`
  return { digest: keyDigest(digest, accountId, key), bodyDigest: digest(asked) }
}
