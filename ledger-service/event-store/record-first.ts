import { randomUUIDv7 } from 'node:crypto'
import type { ClientBase } from 'pg'
import { decideBatch, type Loaded } from './batch.ts'
import { GENESIS_HASH, type Head } from './chain.ts'
import { rowsOf } from './send-batch.ts'
import type { Answer, Submission } from './submission.ts'

/** The head of an empty log. */
const BEGINNING: Head = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0).toISOString(), totalPaise: 0n }

/**
 * Decides the first command of a log and writes its events, in the open transaction that made the log: a company is
 * made completely or not at all. Every later command goes through the log itself (append.ts).
 * @param clock ISO 8601 in UTC
 */
export async function recordFirst(
  client: ClientBase,
  companyId: string,
  submission: Submission,
  clock: string,
): Promise<Answer> {
  const nothing: Loaded = {
    ...{ head: BEGINNING, accounts: new Map(), transactions: new Map(), answers: new Map() },
    ...{ beneficiaryNames: new Map(), signInNames: new Map() },
  }
  const decided = decideBatch(companyId, [submission], nothing, clock, randomUUIDv7)
  for (const statement of [rowsOf([{ companyId, from: BEGINNING, decided }]), ...decided.alongside])
    await client.query(statement)
  const [answer] = decided.answers
  if (!answer) throw new Error('A command was not answered')
  return answer
}
