import type { EventMeta } from '@ledger/contracts/events/event-schemas.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import canonicalize from 'canonicalize'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Command } from '../domain/commands.ts'
import type { CommandAnswer, StateAfterCommand } from '../event-store/append/command-and-answer-types.ts'
import { idempotencyKeyHash } from '../event-store/integrity/idempotency-key-hash.ts'
import { findStoredAnswer } from '../event-store/read/find-transaction-and-stored-answer.ts'
import type { CompanyContext } from './company-context.ts'
import { InvalidRequest } from './errors.ts'
import { currentUser } from './plugins/session.ts'
import { clientIp } from './requests/client-ip.ts'

/** 8 to 128 visible characters (api.md, Idempotency). */
const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{8,128}$/

type CommandWithoutIssuer<C> = C extends Command ? Omit<C, 'by' | 'now'> : never

interface CommandDispatch {
  command: CommandWithoutIssuer<Command>
  /** The parsed body of the request: the same key with another body is refused. */
  body: unknown
  answer: (recorded: StateAfterCommand) => CommandAnswer
  sideStatements?: SqlStatement[]
  /** Runs after the command is recorded and before the answer. Must not throw. */
  afterCommit?: () => Promise<void>
  /** Returns the answer that is sent in place of the stored one; undefined for that one. Must not throw. */
  laterAnswer?: (stored: CommandAnswer) => Promise<CommandAnswer | undefined>
  /** The time on the phone's clock (api.md, Two times of the phone's). */
  enteredAt?: string | undefined
}

/** Sends a command to the ledger in the name of the signed-in user, and its answer, byte for byte, to the client. */
export async function dispatchCommand(
  company: CompanyContext,
  request: FastifyRequest,
  reply: FastifyReply,
  sending: CommandDispatch,
): Promise<FastifyReply> {
  const asker = currentUser(request)
  const { command, body, answer, sideStatements, afterCommit, laterAnswer, enteredAt } = sending
  const key = idempotencyKeyFrom(company, request, asker.accountId, body)
  const stored = await company.log.submit({
    command: { ...command, by: { account: asker.accountId, epoch: asker.epoch }, now: company.clock() } as Command,
    meta: { ...eventMetaFrom(request), ...(enteredAt === undefined ? {} : { enteredAt }) },
    answer,
    ...(key ? { key } : {}),
    ...(sideStatements ? { sideStatements } : {}),
  })
  await afterCommit?.()
  return sendCommandAnswer(reply, (await laterAnswer?.(stored)) ?? stored)
}

/** Sends the text that the ledger stores, unchanged. */
export function sendCommandAnswer(reply: FastifyReply, { status, body }: CommandAnswer): FastifyReply {
  if (body === '') return reply.code(status).send()
  return reply.code(status).type('application/json; charset=utf-8').serializer(withoutSerializing).send(body)
}

/**
 * Returns the earlier answer of this request's key. Called only where a command fails before it reaches the ledger: the
 * thing that it names may be missing because its first try removed it.
 * @throws OutcomeUnknown where no standby has confirmed that answer's commit
 */
export async function findReplayedAnswer(
  company: CompanyContext,
  request: FastifyRequest,
  body: unknown,
): Promise<CommandAnswer | undefined> {
  const accountId = request.session.signedIn?.accountId
  if (!IDEMPOTENCY_KEY_PATTERN.test(String(request.headers['idempotency-key'] ?? ''))) return undefined
  const key = accountId && idempotencyKeyFrom(company, request, accountId, body)
  const found = key && (await findStoredAnswer(company.db, company.companyId, key))
  // The answer is readable as soon as the primary has it; before it is sent, the standby must have it, too.
  if (found) await company.log.flush()
  return found || undefined
}

const withoutSerializing = (text: unknown) => String(text)

/** Returns an answer as it is stored and sent: the JSON text of a value. */
export function jsonAnswer(status: number, value: object): CommandAnswer {
  return { status, body: JSON.stringify(value) }
}

/** Returns the origin of a command, for the event. */
export function eventMetaFrom(request: FastifyRequest): EventMeta {
  const agent = request.headers['user-agent']?.slice(0, 200)
  return { requestId: request.id, ip: clientIp(request), ...(agent ? { agent } : {}) }
}

/** Returns the digests of a request's key and body. They are keyed, because a body can contain a password. */
function idempotencyKeyFrom({ hmac }: CompanyContext, request: FastifyRequest, accountId: string, body: unknown) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(key)) {
    throw new InvalidRequest({ path: 'Idempotency-Key', message: 'An Idempotency-Key has 8 to 128 visible characters' })
  }
  const asked = `${request.method} ${request.url} ${canonicalize(body ?? null)}`
  return { digest: idempotencyKeyHash(hmac, accountId, key), bodyDigest: hmac(asked) }
}
