// The peer of S3, in its own process: the server that people would write instead. Fastify and pg, one INSERT and one
// UPDATE in a transaction for each POST; no sessions, no validation, no keys, no proofs, and no readable lists.
import { randomUUID } from 'node:crypto'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import Fastify from 'fastify'

/** Eight for each of two cores; other numbers were not tried. */
const CONNECTIONS = 16

interface Expense {
  type: string
  amount: string
  recipient: string
  purpose: string
  paymentMode: string
  narration: string
}

const onError = (error: Error) => {
  throw error
}
const pool = connectPool(process.env.DATABASE_URL ?? '', { name: 'bench plain', max: CONNECTIONS, onError })
await pool.query(`
  CREATE TABLE expenses (
    id uuid PRIMARY KEY, account_id int NOT NULL, recorded_at timestamptz NOT NULL DEFAULT now(), type text NOT NULL,
    amount numeric(12, 2) NOT NULL, recipient text NOT NULL, purpose text NOT NULL, payment_mode text NOT NULL, narration text NOT NULL
  );
  CREATE TABLE accounts (id int PRIMARY KEY, spent numeric(17, 2) NOT NULL) WITH (fillfactor = 50);
  INSERT INTO accounts SELECT n, 0 FROM generate_series(0, 9999) AS n`)

const app = Fastify()
app.post<{ Params: { account: string }; Body: Expense }>('/accounts/:account/expenses', async (request, reply) => {
  const { body, params } = request
  const id = randomUUID()
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const expense = await client.query({
      name: 'expense',
      text: `INSERT INTO expenses (id, account_id, type, amount, recipient, purpose, payment_mode, narration)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING recorded_at`,
      values: [
        ...[id, params.account, body.type, body.amount],
        ...[body.recipient, body.purpose, body.paymentMode, body.narration],
      ],
    })
    const account = await client.query({
      name: 'account',
      text: 'UPDATE accounts SET spent = spent + $2 WHERE id = $1 RETURNING spent',
      values: [params.account, body.amount],
    })
    await client.query('COMMIT')
    return reply.code(201).send({ id, ...body, ...expense.rows[0], ...account.rows[0] })
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
})
process.send?.({ type: 'ready', address: await app.listen({ port: 0 }) })
process.on('disconnect', () => process.exit(0))
