import { beneficiaryGroupsAfterEvent } from '@ledger/contracts/events/beneficiary-groups-after-event.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import type { RowAccumulator } from './row-accumulator.ts'

/**
 * The beneficiaries that were ever paid, by first spelling, those that each account pays, and which of them are one.
 */
export const beneficiariesReadModel: ReadModel = {
  tables: ['beneficiaries', 'beneficiary_use', 'beneficiary_groups'],
  apply: applyToBeneficiaries,
}

async function applyToBeneficiaries(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.upsert(BENEFICIARIES_TABLE, (names) => accumulateBeneficiaryNames(names, events))
  await into.upsert(BENEFICIARY_USE_TABLE, (uses) => accumulateBeneficiaryUse(uses, events))
  await into.upsert(BENEFICIARY_GROUPS_TABLE, (groups) => accumulateBeneficiaryGroups(groups, events))
}

export const BENEFICIARIES_TABLE = defineReadModelTable(
  'beneficiaries',
  { beneficiary_id: 'text', name: 'text', first_position: 'bigint' },
  ['beneficiary_id'],
  { name: 'first', first_position: 'first' },
)
export const BENEFICIARY_USE_TABLE = defineReadModelTable(
  'beneficiary_use',
  { account_id: 'uuid', beneficiary_id: 'text', debits: 'integer', last_position: 'bigint' },
  ['account_id', 'beneficiary_id'],
  { debits: 'sum', last_position: 'greatest' },
)

const BENEFICIARY_GROUPS_TABLE = defineReadModelTable(
  'beneficiary_groups',
  { beneficiary_id: 'text', spelling: 'text', group_id: 'text', name: 'text' },
  ['beneficiary_id'],
  { spelling: 'last', group_id: 'last', name: 'last' },
)

type BeneficiariesRow = RowOf<'beneficiaries'>
type BeneficiaryUseRow = RowOf<'beneficiary_use'>

/** Adds the first spelling of each beneficiary that a page pays. */
export function accumulateBeneficiaryNames(
  names: RowAccumulator<BeneficiariesRow>,
  events: readonly LedgerEvent[],
): void {
  for (const event of events) {
    const beneficiary = debitsBeforeAndAfter(event).paid?.beneficiary
    if (beneficiary && !names.has(beneficiary.id))
      names.set(beneficiary.id, {
        beneficiary_id: beneficiary.id,
        name: beneficiary.name,
        first_position: event.position,
      })
  }
}

/** Adds how often each account pays each beneficiary. */
export function accumulateBeneficiaryUse(
  uses: RowAccumulator<BeneficiaryUseRow>,
  events: readonly LedgerEvent[],
): void {
  for (const event of events) {
    const { gone, paid } = debitsBeforeAndAfter(event)
    if (gone) countUse(uses, gone, -1, 0)
    if (paid) countUse(uses, paid, 1, event.position)
  }
}

/** Sets the group of each spelling of a group that a page changes. An event holds the groups as it leaves them. */
function accumulateBeneficiaryGroups(
  groups: RowAccumulator<RowOf<'beneficiary_groups'>>,
  events: readonly LedgerEvent[],
): void {
  for (const { id: group_id, name, members } of events.flatMap(beneficiaryGroupsAfterEvent))
    for (const member of members)
      groups.set(member.id, { beneficiary_id: member.id, spelling: member.name, group_id, name })
}

type DebitEntry = Extract<Entry, { kind: 'debit' }>

/** Returns the expense that an event takes back, and the one that it records. */
export function debitsBeforeAndAfter(event: LedgerEvent): {
  gone: DebitEntry | undefined
  paid: DebitEntry | undefined
} {
  const { before, after } = entryBeforeAndAfter(event)
  return { gone: asDebitEntry(before), paid: asDebitEntry(after) }
}

const asDebitEntry = (entry: Entry | undefined) => (entry?.kind === 'debit' ? entry : undefined)

function countUse(uses: RowAccumulator<BeneficiaryUseRow>, entry: DebitEntry, debits: number, position: number): void {
  const { account, beneficiary } = entry
  const key = `${account.id} ${beneficiary.id}`
  const use = uses.get(key)
  if (use) {
    use.debits += debits
    use.last_position = Math.max(use.last_position, position)
  } else uses.set(key, { account_id: account.id, beneficiary_id: beneficiary.id, debits, last_position: position })
}
