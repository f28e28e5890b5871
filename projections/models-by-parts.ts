import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { ProjectionName } from '@ledger/contracts/projections.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { checkpointOf } from './compare-rows.ts'
import { EXPECTED } from './expected-rows.ts'
import { type Fold, tablesOf, takeInto, unlessContradicted } from './fold.ts'
import { PROJECTIONS } from './projector.ts'
import { newSalt } from './row-digests.ts'
import { areSame, liveSums, withoutHolding } from './same-rows.ts'

/**
 * Read models verified by whoever reads the log by stretches anyway: each stretch is folded by itself (ModelsPart), the folds are joined
 * in the order of the log (JoinedModels), and the rows of each table are added up beside. All of it in one snapshot; what goes from one to the other is plain data.
 */

/** What all parts of one verification have in common. */
export interface ModelsPlan {
  salt: Buffer
  /** Where each read model stands, in the order of PROJECTIONS. */
  checkpoints: number[]
}

/** A table of a read model, by its place among those that a fold expects. */
export interface ModelTable {
  name: ProjectionName
  index: number
}

const beginFolds = ({ salt, checkpoints }: ModelsPlan): Fold[] =>
  PROJECTIONS.map((projection, index) => ({
    projection,
    expected: EXPECTED[projection.name](salt),
    salt,
    position: 0,
    checkpoint: checkpoints[index] ?? 0,
    oldFrom: undefined,
  }))

/** What the events of one stretch come to. */
export class ModelsPart {
  readonly #folds: Fold[]

  constructor(plan: ModelsPlan) {
    this.#folds = beginFolds(plan)
  }

  take(event: LedgerEvent): void {
    for (const fold of this.#folds) if (fold.expected.join) takeInto(fold, event)
  }

  /** For each read model; undefined where an event is none that it can take, or only a fold in order can tell. */
  told(): unknown[] {
    return this.#folds.map((fold) => unlessContradicted(fold, () => fold.expected.join && fold.expected.kept()))
  }
}

export class JoinedModels {
  readonly plan: ModelsPlan
  readonly #folds: Fold[]

  private constructor(plan: ModelsPlan) {
    this.plan = plan
    this.#folds = beginFolds(plan)
  }

  static async begin(db: Kysely<Database>, companyId: string): Promise<JoinedModels> {
    const checkpoints: number[] = []
    for (const { name } of PROJECTIONS) checkpoints.push(await checkpointOf(db, companyId, name))
    return new JoinedModels({ salt: newSalt(), checkpoints })
  }

  /**
   * @param told of the next stretch, up to and with a position
   * @param accountEvents all of the stretch that say anything of accounts but money: what only a fold in order can take
   */
  join(told: unknown[], accountEvents: LedgerEvent[], upTo: number): void {
    for (const [index, fold] of this.#folds.entries()) {
      if (!fold.expected.join) for (const event of accountEvents) takeInto(fold, event)
      else if (told[index] === undefined) fold.contradiction ??= new Error('A stretch cannot be folded')
      else unlessContradicted(fold, () => fold.expected.join?.(told[index]))
      fold.position = Math.min(upTo, fold.checkpoint)
    }
  }

  /** Whether every read model was folded up to where it stands. */
  get isWhole(): boolean {
    return this.#folds.every(({ position, checkpoint }) => position === checkpoint)
  }

  /**
   * The read models of which every row is as it is expected, and where they stand.
   * @param read adds up the rows of a table as they are (tableSums)
   */
  async same(read: (table: ModelTable) => Promise<unknown>): Promise<Map<ProjectionName, number>> {
    const compared = this.#folds.map(async (fold) => {
      const { name } = fold.projection
      const tables = tablesOf(fold) ?? []
      const same = await Promise.all(
        tables.map(async ({ sums }, index) => {
          const live = sums.empty()
          live.join(await read({ name, index }))
          return areSame(sums, live)
        }),
      )
      return fold.contradiction || same.includes(false) ? [] : ([[name, fold.checkpoint]] as const)
    })
    return new Map((await Promise.all(compared)).flat())
  }
}

/** What the rows of a table add up to, in the transaction that it is given. */
export async function tableSums(
  db: Kysely<Database>,
  companyId: string,
  { salt }: ModelsPlan,
  { name, index }: ModelTable,
): Promise<unknown> {
  const table = EXPECTED[name](salt).tables()[index]
  if (!table) throw new RangeError(`${name} has no such table`)
  return (await withoutHolding(db, () => liveSums(db, companyId, table))).entries()
}
