import type { Database, RowOf } from '@ledger/database/tables.ts'
import type { Transaction } from 'kysely'
import { readPage } from './log.ts'
import type { Projection } from './projection.ts'
import { takePage } from './take-page.ts'

const PAGE = 5000

type Checkpoint = Pick<RowOf<'checkpoints'>, 'position' | 'stopped_because'>

/** Until the transaction ends the live projection of the company stands still. */
export function holdCheckpoint(
  trx: Transaction<Database>,
  companyId: string,
  { name }: Projection,
): Promise<Checkpoint> {
  return trx
    .withSchema('read')
    .selectFrom('checkpoints')
    .select(['position', 'stopped_because'])
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Takes the events that the live projection has taken since, into the tables of the search path. @returns the position of the last event taken */
export async function takeRest(
  trx: Transaction<Database>,
  companyId: string,
  projection: Projection,
  { from, upTo }: { from: number; upTo: number },
): Promise<number> {
  let position = from
  while (position < upTo) {
    const events = await readPage(trx, companyId, position, Math.min(PAGE, upTo - position))
    if (events.length === 0) throw new Error(`The log ends at ${position}, before the checkpoint of ${projection.name}`)
    await takePage(trx, companyId, projection, events)
    position = events.at(-1)?.position ?? position
  }
  return position
}

/** A projection that had stopped goes on from where it was rebuilt to. */
export async function moveCheckpoint(
  trx: Transaction<Database>,
  companyId: string,
  { name }: Projection,
  position: number,
): Promise<void> {
  await trx
    .withSchema('read')
    .updateTable('checkpoints')
    .set({ position, stopped_because: null })
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .execute()
}
