import { APP_ROLE } from '@ledger/migrations/connect.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLedger, type TestLedger } from './ledger.ts'
import { disable, expense, sendMoney, setPassword, submission } from './submissions.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

describe("the app's role", () => {
  test.each([
    ['change an event', "UPDATE events SET data = '{}'"],
    ['change only its meta', "UPDATE events SET meta = '{}' WHERE position = 1"],
    ['delete an event', 'DELETE FROM events WHERE position = 1'],
    ['empty the log', 'TRUNCATE events'],
    ['lock an event for a change', 'SELECT 1 FROM events FOR UPDATE'],
    [
      'overwrite one by an upsert',
      "INSERT INTO events SELECT * FROM events ON CONFLICT (company_id, position) DO UPDATE SET data = '{}'",
    ],
    ['delete the head', 'DELETE FROM log_heads'],
    ['change an answer', "UPDATE answers SET body = ''"],
    ['change the spelling of a beneficiary', "UPDATE beneficiary_names SET name = ''"],
    ['delete the state of an account', 'DELETE FROM account_states'],
    ['delete the state of a transaction', 'DELETE FROM transaction_states'],
  ])('may not %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(ledger.db)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['drop the log', 'DROP TABLE events'],
    ['alter the log', 'ALTER TABLE events DROP COLUMN hash'],
    ['give itself the right', `GRANT UPDATE ON events TO ${APP_ROLE}`],
    ['take triggers away', 'ALTER TABLE events DISABLE TRIGGER ALL'],
    ['make a rule for it', 'CREATE RULE gone AS ON INSERT TO events DO INSTEAD NOTHING'],
    ['make tables beside it', 'CREATE TABLE public.events2 ()'],
  ])('may not %s', async (_what, statement) => {
    // GRANT of a right that one does not have is only warned about: what counts is that the right is not there.
    await sql
      .raw(statement)
      .execute(ledger.db)
      .catch((error: { code: string }) => expect(error.code).toBe('42501'))
    const { rows } = await ledger.sql.query(
      `SELECT has_table_privilege($1, 'events', 'UPDATE') AS may, to_regclass('events2') AS beside,
        (SELECT count(*) FROM information_schema.columns WHERE table_name = 'events' AND column_name = 'hash') AS hash,
        (SELECT count(*) FROM pg_rules WHERE tablename = 'events') AS rules`,
      [APP_ROLE],
    )
    expect(rows).toEqual([{ may: false, beside: null, hash: 1, rules: 0 }])
  })

  test('does not own the log, is no member of its owner, and cannot sign in to the server', async () => {
    const { rows } = await ledger.sql.query(
      `SELECT tableowner = $1 AS owns, pg_has_role($1, tableowner, 'MEMBER') AS member,
        (SELECT rolcanlogin OR rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = $1) AS may
      FROM pg_tables WHERE tablename IN ('events', 'log_heads', 'account_states', 'transaction_states', 'answers')`,
      [APP_ROLE],
    )
    expect(rows).toEqual(Array.from({ length: 5 }).fill({ owns: false, member: false, may: false }))
  })

  test('is the one that appends and that reads', async () => {
    await ledger.log.submit(submission(expense(ledger.people.asha, 1)))
    const { rows } = await ledger.sql.query(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'site-ledger append' AND datname = current_database()`,
    )
    expect(rows).toEqual([{ n: 1 }])
    const { rows: asked } = await sql<{ role: string }>`SELECT current_user AS role`.execute(ledger.db)
    expect(asked).toEqual([{ role: APP_ROLE }])
    expect(await ledger.readLog()).toHaveLength(11)
  })
})

describe('a session that has ended', () => {
  test('appends nothing: the account was disabled, or has a new password', async () => {
    const { admin, bala, sonu } = ledger.people
    const [expenseBefore, moneyBefore] = [expense(bala, 1), expense(sonu, 1)]
    await ledger.log.submit(submission(disable(admin, bala)))
    await ledger.log.submit(submission(setPassword(admin, sonu)))
    const before = (await ledger.readLog()).length
    for (const command of [expenseBefore, moneyBefore]) {
      const { status, body } = await ledger.log.submit(submission(command))
      expect(status).toBe(401)
      expect(JSON.parse(body)).toMatchObject({ code: 'unauthorized', message: 'Unauthorized' })
    }
    expect(await ledger.readLog()).toHaveLength(before)
  })

  test('ends for the commands behind it in the very batch that ends it, not for those before', async () => {
    const { admin, asha } = ledger.people
    const commands = [expense(asha, 1), disable(admin, asha), expense(asha, 2), sendMoney(admin, asha, 3)]
    ledger.batches.length = 0
    const answers = await Promise.all(commands.map((command) => ledger.log.submit(submission(command))))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 401, 422])
    expect(ledger.batches.map(({ commands }) => commands)).toEqual([4])
  })
})
