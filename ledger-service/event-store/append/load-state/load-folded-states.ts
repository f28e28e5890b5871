import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Client } from 'pg'
import { FOLDS, type FoldedStateName, type FoldedStates, NOTHING_FOLDED } from '../../../domain/folded-states.ts'
import { allAfterSettling } from './all-after-settling.ts'

const SELECT_EVENTS = 'SELECT type, position, schema_version, data FROM events WHERE company_id = $1'

/**
 * The statements that read the events of a folded state: a decision asks no read model, because it must see every
 * event. An index has these events and few others (the step of migrations/steps that is named), and the text has its
 * condition.
 */
const STATEMENTS: Record<FoldedStateName, { name: string; text: string }> = {
  // 0038-closings
  closings: {
    name: 'load-closings',
    text: `${SELECT_EVENTS} AND type IN ('BooksClosed', 'BooksReopened', 'BooksSealed') ORDER BY position`,
  },
  // 0042-tax. The last event of each limit; alert levels of the accounts $2.
  limits: {
    name: 'load-office-limits',
    text: `SELECT DISTINCT ON (type, data #>> '{account,id}', data ->> 'from') type, position, schema_version, data
      FROM events WHERE company_id = $1 AND type IN ('OfficeSettingsChanged', 'AlertLevelSet', 'TaxLimitsSet')
        AND (type <> 'AlertLevelSet' OR data #>> '{account,id}' = ANY($2::text[]))
      ORDER BY type, data #>> '{account,id}', data ->> 'from', position DESC`,
  },
  // 0039-beneficiary-groups
  beneficiaryGroups: {
    name: 'load-beneficiary-groups',
    text: `${SELECT_EVENTS} AND type IN ('BeneficiaryRenamed', 'BeneficiariesMerged', 'BeneficiariesUnmerged')
      ORDER BY position`,
  },
  // 0044-purposes. The last list, and each budget of a site that is not deleted.
  purposes: {
    name: 'load-purposes',
    text: `(${SELECT_EVENTS} AND type = 'PurposesChanged' ORDER BY position DESC LIMIT 1)
      UNION ALL
      (${SELECT_EVENTS} AND type = 'BudgetSet' AND NOT EXISTS (
        SELECT FROM account_states WHERE company_id = $1 AND account_id = (events.data #>> '{site,id}')::uuid
          AND status = 'closed')
        ORDER BY position)`,
  },
  // 0041-tally-events
  tallyMap: {
    name: 'load-tally-map',
    text: `${SELECT_EVENTS} AND type IN ('TallyMapChanged', 'TallyExported') AND type = 'TallyMapChanged'
      ORDER BY position`,
  },
}

/**
 * Reads folded states from the events of a company; the others are empty.
 * @param accounts those whose alert levels are read with the limits
 */
export async function loadFoldedStates(
  client: Client,
  companyId: string,
  names: readonly FoldedStateName[],
  accounts: string[],
): Promise<FoldedStates> {
  const loaded = await allAfterSettling(
    names.map(async (name) => [name, await loadFoldedState(client, companyId, name, accounts)] as const),
  )
  return { ...NOTHING_FOLDED, ...Object.fromEntries(loaded) }
}

async function loadFoldedState<Name extends FoldedStateName>(
  client: Client,
  companyId: string,
  name: Name,
  accounts: string[],
): Promise<FoldedStates[Name]> {
  const { rows } = await client.query<Pick<RowOf<'events'>, 'position' | 'type' | 'schema_version' | 'data'>>({
    ...STATEMENTS[name],
    values: name === 'limits' ? [companyId, accounts] : [companyId],
  })
  return rows
    .map(({ type, position, schema_version: schemaVersion, data }) => ({
      ...decodePayload({ type: type as EventType, position, schemaVersion, data }),
      position,
    }))
    .reduce(FOLDS[name].evolve, NOTHING_FOLDED[name])
}
