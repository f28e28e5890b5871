import { APP_ROLE } from '@ledger/database/app-role.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  commandEnvelope,
  disableAccountCommand,
  expenseCommand,
  sendMoneyCommand,
  setPasswordCommand,
} from './command-envelopes.ts'
import { openTestLedger, type TestLedger } from './test-ledger.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const OTHER_COMPANY = '00000000-0000-4000-8000-000000000002'
const FORGE = "UPDATE events SET data = '{}'"
const FORGED_ROW = `INSERT INTO events SELECT * FROM events ON CONFLICT (company_id, position) DO UPDATE SET data = '{}'`

/**
 * Statements that an attacker with the app's address could try. `{owner}` is the owner of the tables, `{login}` the
 * app's login, `{company}` the company of the log.
 */
const WAYS: [string, string][] = [
  ['change an event', FORGE],
  ['change only its meta', "UPDATE events SET meta = '{}' WHERE position = 1"],
  ['delete an event', 'DELETE FROM events WHERE position = 1'],
  ['empty the log', 'TRUNCATE events'],
  ['lock an event for a change', `SELECT 1 FROM events WHERE company_id = '{company}' FOR UPDATE`],
  ['lock the log against everybody', 'DO $$BEGIN LOCK TABLE events IN ACCESS EXCLUSIVE MODE; END$$'],
  ['overwrite one by an upsert', FORGED_ROW],
  [
    'merge into it',
    `MERGE INTO events e USING events f ON e.company_id = f.company_id AND e.position = f.position
      WHEN MATCHED THEN UPDATE SET data = '{}'`,
  ],
  ['delete the head', 'DELETE FROM log_heads'],
  ['empty the heads', 'TRUNCATE log_heads'],
  ['give a head to another company', `UPDATE log_heads SET company_id = '${OTHER_COMPANY}'`],
  ['change an answer', "UPDATE answers SET body = ''"],
  ['forget an answer', 'DELETE FROM answers'],
  ['change the spelling of a beneficiary', "UPDATE beneficiary_names SET name = ''"],
  ['delete the state of an account', 'DELETE FROM account_states'],
  ['delete the state of a transaction', 'DELETE FROM transaction_states'],
  ['change what was signed', "UPDATE signed_checkpoints SET note = ''"],
  ['take the key of the signer away', 'DELETE FROM verifier_keys'],
  ['change the bytes of a bill', "UPDATE bill_contents SET content = ''"],
  ['forget a step of the schema', 'DELETE FROM kysely_migration'],
  ['drop the log', 'DROP TABLE events'],
  ['alter the log', 'ALTER TABLE events DROP COLUMN hash'],
  ['take the log over', 'ALTER TABLE events OWNER TO {login}'],
  ['move it away', 'ALTER TABLE events SET SCHEMA read'],
  ['take triggers away', 'ALTER TABLE events DISABLE TRIGGER ALL'],
  [
    'make a trigger for it',
    'CREATE TRIGGER t BEFORE INSERT ON events EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  ],
  ['make a rule for it', 'CREATE RULE gone AS ON INSERT TO events DO INSTEAD NOTHING'],
  ['make a policy for it', 'CREATE POLICY p ON events'],
  ['hide rows of it', 'ALTER TABLE events ENABLE ROW LEVEL SECURITY'],
  ['make a table beside it', 'CREATE TABLE public.events2 ()'],
  ['make a function beside it', 'CREATE FUNCTION public.f() RETURNS int LANGUAGE sql AS $$SELECT 1$$'],
  ['make a schema', 'CREATE SCHEMA other'],
  ['become the owner', 'SET ROLE {owner}'],
  ['become the owner inside a function', "DO $$BEGIN EXECUTE 'SET ROLE {owner}'; END$$"],
  ['sign in as the owner within the session', 'SET SESSION AUTHORIZATION {owner}'],
  ['fall back to the owner', `SET ROLE ${APP_ROLE}; SET ROLE NONE; ${FORGE}`],
  ['fall back to the owner by RESET', `SET ROLE ${APP_ROLE}; RESET ROLE; ${FORGE}`],
  ['fall back to the owner by DISCARD', `SET ROLE ${APP_ROLE}; RESET ALL; RESET SESSION AUTHORIZATION; ${FORGE}`],
  ['join the owner', 'GRANT {owner} TO {login}'],
  ['let the owner be joined by its role', `GRANT {owner} TO ${APP_ROLE}`],
  ['be a superuser', 'ALTER ROLE {login} SUPERUSER'],
  ['make its role a superuser', `ALTER ROLE ${APP_ROLE} SUPERUSER`],
  ['be allowed to make roles', 'ALTER ROLE {login} CREATEROLE'],
  ['make a role', 'CREATE ROLE somebody LOGIN'],
  ['give the owner another password', "ALTER ROLE {owner} PASSWORD 'x'"],
  [
    "do it by a function that has its maker's rights",
    `CREATE FUNCTION read.f() RETURNS void LANGUAGE sql SECURITY DEFINER AS $$${FORGE}$$; SELECT read.f()`,
  ],
  ['do it by a view', `CREATE VIEW read.v AS SELECT * FROM events; UPDATE read.v SET data = '{}'`],
  [
    'do it by a rule of its own table',
    `CREATE TABLE read.t (x int); CREATE RULE r AS ON INSERT TO read.t DO ALSO ${FORGE}; INSERT INTO read.t VALUES (1)`,
  ],
  ['refer to the log', 'CREATE TABLE read.t (c uuid, p bigint, FOREIGN KEY (c, p) REFERENCES events)'],
  ['inherit from it', 'CREATE TABLE read.t () INHERITS (events)'],
  ['run a program on the server', "COPY (SELECT 1) TO PROGRAM 'true'"],
  ['read from a program on the server', "COPY events FROM PROGRAM 'true'"],
  ['write a file on the server', "COPY events TO '/tmp/events'"],
  ['read a file of the server', "SELECT pg_read_file('PG_VERSION')"],
  ['skip what is checked, as a replica does', `SET session_replication_role = replica`],
  ['change a setting of the server', 'ALTER SYSTEM SET fsync = off'],
  ['change the catalogue', "UPDATE pg_class SET relowner = 0 WHERE relname = 'events'"],
]

const FORBIDDEN = '42501'
/** On a cluster not even the owner may: Citus refuses such a statement before it checks the rights. */
const CANNOT = '0A000'
const BY_NOBODY_ON_CLUSTER = ['give a head to another company', 'do it by a view']

describe('whoever has the address of the app', () => {
  test.each(WAYS)('may not %s', async (what, statement) => {
    const before = await logAsItIs()
    const owner = new URL(ledger.ownerUrl).username
    const client = new Client({ connectionString: ledger.databaseUrl })
    await client.connect()
    try {
      const text = statement
        .replaceAll('{owner}', owner)
        .replaceAll('{login}', client.user ?? '')
        .replaceAll('{company}', ledger.companyId)
      const code = inject('servers').length > 1 && BY_NOBODY_ON_CLUSTER.includes(what) ? CANNOT : FORBIDDEN
      await expect(client.query(text)).rejects.toMatchObject({ code })
    } finally {
      await client.end()
    }
    expect(await logAsItIs()).toEqual(before)
  })

  // PostgreSQL only warns: the right must be missing afterwards.
  test.each(['UPDATE, DELETE, TRUNCATE, TRIGGER', 'ALL'])('may not give itself the right to %s', async (rights) => {
    const before = await logAsItIs()
    await sql
      .raw(`GRANT ${rights} ON events TO ${APP_ROLE}`)
      .execute(ledger.db)
      .catch(() => undefined)
    expect(await logAsItIs()).toEqual(before)
  })

  /** Returns every row, and everything that belongs to the table, with the rights of each role. */
  async function logAsItIs() {
    const { rows } = await ledger.sql.query(
      `SELECT (SELECT md5(string_agg(e::text, '' ORDER BY company_id, position)) FROM events e) AS events,
        (SELECT md5(string_agg(h::text, '')) FROM log_heads h) AS heads,
        relowner::regrole AS owner, relnamespace::regnamespace AS schema, relacl::text AS rights, relrowsecurity, relhasrules,
        (SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid) AS columns,
        (SELECT string_agg(tgname::text || tgenabled::text, ',') FROM pg_trigger WHERE tgrelid = c.oid) AS triggers,
        (SELECT string_agg(m.roleid::regrole || ' ' || m.member::regrole, ',' ORDER BY m.roleid, m.member, m.grantor) FROM pg_auth_members m
          WHERE m.member::regrole::text LIKE '%app%') AS members
      FROM pg_class c WHERE oid = 'events'::regclass`,
    )
    return rows
  }

  test('works as a login of its own, which is a member of the role and can become nobody else', async () => {
    await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 1)))
    const { rows } = await ledger.sql.query(
      `SELECT count(*) AS n, count(DISTINCT usename) AS logins FROM pg_stat_activity
      WHERE application_name = 'site-ledger append' AND datname = current_database()`,
    )
    expect(rows).toEqual([{ n: 1, logins: 1 }])
    const { rows: asked } = await sql<{ me: string; others: string[] }>`
      SELECT session_user AS me, ARRAY(SELECT rolname::text FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')
        AND rolname <> session_user) AS others`.execute(ledger.db)
    expect(asked).toEqual([{ me: new URL(ledger.databaseUrl).username, others: [APP_ROLE] }])
    expect(await ledger.readLog()).toHaveLength(11)
  })
})

describe('a session that has ended', () => {
  test('appends nothing: the account was disabled, or has a new password', async () => {
    const { admin, bala, sonu } = ledger.people
    const [expenseBefore, moneyBefore] = [expenseCommand(bala, 1), expenseCommand(sonu, 1)]
    await ledger.log.submit(commandEnvelope(disableAccountCommand(admin, bala)))
    await ledger.log.submit(commandEnvelope(setPasswordCommand(admin, sonu)))
    const before = (await ledger.readLog()).length
    for (const command of [expenseBefore, moneyBefore]) {
      const { status, body } = await ledger.log.submit(commandEnvelope(command))
      expect(status).toBe(401)
      expect(JSON.parse(body)).toMatchObject({ code: 'unauthorized', message: 'Unauthorized' })
    }
    expect(await ledger.readLog()).toHaveLength(before)
  })

  test('ends for the commands behind it in the very batch that ends it, not for those before', async () => {
    const { admin, asha } = ledger.people
    const commands = [
      expenseCommand(asha, 1),
      disableAccountCommand(admin, asha),
      expenseCommand(asha, 2),
      sendMoneyCommand(admin, asha, 3),
    ]
    ledger.batchReports.length = 0
    const answers = await Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 401, 422])
    expect(ledger.batchReports.map(({ commands }) => commands)).toEqual([4])
  })
})
