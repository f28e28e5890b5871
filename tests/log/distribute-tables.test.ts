import { provideAppLogin } from '@ledger/migrations/app-login.ts'
import { distributeOverNodes } from '@ledger/migrations/cluster/distribute-tables.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { CannotMigrate } from '@ledger/migrations/migration-error.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { joinIntoCluster } from '../environment/database/citus-databases.ts'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { withServerConnection } from '../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { runLedgerCommand } from '../environment/processes/ledger-command.ts'

/** `npm run ledger -- distribute`. Tests that need a cluster run where one is given (docs/scale.md). */

const quietly = () => undefined
const COMPANY = '00000000-0000-4000-8000-000000000001'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ isBare: true })
  await migrate(database.ownerUrl)
  await provideAppLogin(database.ownerUrl, inject('appLogin'))
})
afterAll(() => database.drop())

test('without Citus there is nothing to be done, and it says so', async () => {
  const refused = await distributeOverNodes(database.ownerUrl, quietly).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CannotMigrate)
  expect(String(refused)).toContain('This database has no Citus: its tables stay on one machine')
  const { status, stderr } = await runLedgerCommand(
    { DATABASE_URL: database.ownerUrl, DATA_DIR: temporaryFolder() },
    'distribute',
  ).ended
  expect([status, stderr]).toEqual([1, expect.stringContaining('This database has no Citus')])
})

/** Without a cluster these tests are not skipped but absent. */
if (inject('servers').length > 1) {
  const [, ...workers] = inject('servers')

  test('on a cluster the tables are spread with what is in them, once; nobody may be connected meanwhile', async () => {
    await Promise.all(
      workers.map((url) => withServerConnection(url, (client) => client.query(`CREATE DATABASE ${database.name}`))),
    )
    await joinIntoCluster(inject('servers'), database.name)
    const sql = ownerPool(database.ownerUrl)
    await sql.query(`INSERT INTO log_heads (company_id, position, hash, recorded_at) VALUES ($1, 0, '', now())`, [
      COMPANY,
    ])
    await sql.query(`INSERT INTO contacts (company_id, account_id, mobile) VALUES ($1, $1, '9000000001')`, [COMPANY])

    await withServerConnection(`${database.url}?application_name=site-ledger%20api`, async () => {
      await expect(distributeOverNodes(database.ownerUrl, quietly)).rejects.toThrow('connected are: site-ledger api')
    })
    const made = await distributeOverNodes(database.ownerUrl, quietly)
    expect(made.reference).toEqual(['companies', 'company_hosts'])
    expect(made.distributed).toContain('read.ledger_rows')
    expect(made.distributed).not.toContain('sessions')
    expect(await distributeOverNodes(database.ownerUrl, quietly)).toEqual({ distributed: [], reference: [], given: [] })
    expect((await sql.query('SELECT mobile FROM contacts')).rows).toEqual([{ mobile: '9000000001' }])
    expect((await sql.query('SELECT count(*)::int AS rows FROM ONLY log_heads')).rows).toEqual([{ rows: 1 }])

    // As a later step of the schema would.
    await sql.query('CREATE TABLE later (company_id uuid PRIMARY KEY)')
    await migrate(database.ownerUrl)
    const { rows } = await sql.query(
      `SELECT table_name::text FROM citus_tables WHERE citus_table_type = 'distributed' AND table_name = 'later'::regclass`,
    )
    expect(rows).toEqual([{ table_name: 'later' }])
    await sql.end()
  })

  test('tables that are spread are changed by the steps since, and those that they make are spread, too', async () => {
    const old = await createTestDatabase({ isBare: true })
    await Promise.all(
      workers.map((url) => withServerConnection(url, (client) => client.query(`CREATE DATABASE ${old.name}`))),
    )
    await joinIntoCluster(inject('servers'), old.name)
    await migrate(old.ownerUrl, { upTo: '0022-company-settings' })
    await provideAppLogin(old.ownerUrl, inject('appLogin'))
    await distributeOverNodes(old.ownerUrl, quietly)
    await migrate(old.ownerUrl)
    const sql = ownerPool(old.ownerUrl)
    const { rows } = await sql.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
      WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'read'::regnamespace)
        AND p.logicalrelid IS NULL ORDER BY 1`,
    )
    // A session is found without its company, so it stays here (docs/decisions/0007-citus.md).
    expect(rows.map(({ name }) => name)).toEqual(['kysely_migration', 'kysely_migration_lock', 'sessions', 'tries'])
    // Every shard at its node has the same indexes as the table here.
    const indexes = `SELECT pg_get_indexdef(i.indexrelid) AS made FROM pg_index i WHERE i.indrelid = 'read.ledger_rows'::regclass`
    const here = (await sql.query<{ made: string }>(indexes)).rows.map(({ made }) => made)
    expect(here.filter((made) => made.includes('row_id DESC'))).toEqual([])
    const there = await sql.query<{ count: number }>(
      `SELECT result::integer AS count FROM run_command_on_shards('read.ledger_rows', 'SELECT count(*) FROM pg_index WHERE indrelid = ''%s''::regclass')`,
    )
    expect([...new Set(there.rows.map(({ count }) => count))]).toEqual([here.length])
    await sql.end()
    await old.drop()
  })
}
