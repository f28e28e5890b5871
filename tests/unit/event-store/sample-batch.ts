import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { errorBody } from '@ledger/contracts/http/error-body.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { CommandEnvelope } from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import { decideBatch, type LoadedState } from '@ledger/ledger-service/event-store/append/decide-batch.ts'
import { ReplayedState } from '../domain/replayed-state.ts'
import { everyAccountOpened, SAMPLE_TIME, sampleUuid } from '../domain/sample-events.ts'

/** Batches of commands, and the state on which they are decided. */

export const COMPANY = sampleUuid(900)
export const LATER = '2026-04-01T07:00:00.000Z'
export const meta = { requestId: 'r1' }

export const digest = (text: string) => Buffer.from(text.padEnd(32))
export const keyed = (key: string, body = 'body') => ({ key: { digest: digest(key), bodyDigest: digest(body) } })

/** Returns a submission whose answer lists the events that it got. */
export function submitted(command: Command, rest: Partial<CommandEnvelope> = {}): CommandEnvelope {
  return {
    command,
    meta,
    answer: ({ events }) => ({ status: 201, body: events.map(({ type, position }) => `${position} ${type}`).join() }),
    ...rest,
  }
}

/** Returns all the state that the database would have loaded after a history. */
export function loadedAfter(...history: NewEvent[]): LoadedState {
  const books = ReplayedState.from([...everyAccountOpened, ...history])
  const { position, accounts, transactions, beneficiaryNames, signInNames, totalPaise, folded } = books
  const head = { position, hash: digest('head'), recordedAt: SAMPLE_TIME, totalPaise }
  return { head, accounts, transactions, beneficiaryNames, signInNames, folded, answers: new Map() }
}

let ids = 0
export const decided = (batch: CommandEnvelope[], loaded: LoadedState, clock = LATER) =>
  decideBatch(COMPANY, batch, loaded, clock, () => `id-${++ids}`)

export const answered = (code: ErrorCode) => {
  const body = errorBody(code)
  return { status: body.status, body: JSON.stringify(body) }
}
