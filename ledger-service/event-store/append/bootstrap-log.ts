import { randomUUIDv7 } from 'node:crypto'
import type { ClientBase } from 'pg'
import { NOTHING_FOLDED } from '../../domain/folded-states.ts'
import { GENESIS_HASH, type LogHead } from '../integrity/hash-chain.ts'
import type { CommandAnswer, CommandEnvelope } from './command-and-answer-types.ts'
import { decideBatch, type LoadedState } from './decide-batch.ts'
import { batchRowsStatement } from './send-batch-and-await-commit.ts'

/** The head of an empty log. */
const EMPTY_LOG_HEAD: LogHead = {
  position: 0,
  hash: GENESIS_HASH,
  recordedAt: new Date(0).toISOString(),
  totalPaise: 0n,
}

/**
 * Decides the first command of a log and writes its events, in the open transaction that made the log: a company is
 * made completely or not at all. Every later command goes through the log itself (group-commit.ts).
 * @param clock ISO 8601 in UTC
 */
export async function bootstrapLog(
  client: ClientBase,
  companyId: string,
  submission: CommandEnvelope,
  clock: string,
): Promise<CommandAnswer> {
  const nothing: LoadedState = {
    ...{ head: EMPTY_LOG_HEAD, accounts: new Map(), transactions: new Map(), answers: new Map() },
    ...{ beneficiaryNames: new Map(), signInNames: new Map(), folded: NOTHING_FOLDED },
  }
  const decided = decideBatch(companyId, [submission], nothing, clock, randomUUIDv7)
  const rows = batchRowsStatement({ companyId, from: EMPTY_LOG_HEAD, decided })
  for (const statement of [rows, ...decided.sideStatements]) await client.query(statement)
  const [answer] = decided.answers
  if (!answer) throw new Error('A command was not answered')
  return answer
}
