import { CommitOutcomeUnknown, commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'

/** A commit that the server confirmed with a warning is not one (docs/decisions/0007-citus.md). */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ isBare: true })
  await withServerConnection(database.ownerUrl, (client) =>
    client.query(`
      CREATE TABLE noted (what text NOT NULL);
      CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'the node is gone'; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON noted DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.what = 'unsure') EXECUTE FUNCTION warn()`),
  )
})
afterAll(() => database.drop())

const onError = (error: Error) => expect.unreachable(error.message)
const note = (db: Kysely<never>, what: string) =>
  db.transaction().execute((trx) => sql`INSERT INTO noted VALUES (${what})`.execute(trx))

test('a transaction whose commit the server warns of fails; the next one on the connection does not', async () => {
  const db = kyselyOverPool(
    connectPool(database.ownerUrl, { name: 'test commit', max: 1, onError }),
  ) as unknown as Kysely<never>
  await expect(note(db, 'unsure')).rejects.toThrow(CommitOutcomeUnknown)
  await note(db, 'sure')
  await db.destroy()
})

test('so it does on a connection that is never replaced', async () => {
  const db = (await openDedicatedConnection(database.ownerUrl, {
    name: 'test commit',
    onError,
  })) as unknown as Kysely<never>
  await expect(note(db, 'unsure')).rejects.toThrow('the node is gone')
  await note(db, 'sure')
  await db.destroy()
})

test('and where the transaction is begun by hand; a warning before the commit is none of it', async () => {
  await withServerConnection(database.ownerUrl, async (client) => {
    await client.query('BEGIN')
    await client.query('BEGIN')
    await client.query(`INSERT INTO noted VALUES ('sure')`)
    await commitAndCheckWarnings(client)
    await client.query('BEGIN')
    await client.query(`INSERT INTO noted VALUES ('unsure')`)
    await expect(commitAndCheckWarnings(client)).rejects.toThrow(CommitOutcomeUnknown)
  })
})

test('a server that answers before a commit is on disk is refused, and nothing is made there', async () => {
  const bare = await createTestDatabase({ isBare: true })
  await withServerConnection(bare.ownerUrl, (client) =>
    client.query(`ALTER DATABASE ${bare.name} SET synchronous_commit = off`),
  )
  await expect(migrate(bare.ownerUrl)).rejects.toThrow('synchronous_commit = off')
  await withServerConnection(bare.ownerUrl, async (client) => {
    expect((await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rows).toEqual([])
  })
  await bare.drop()
})
