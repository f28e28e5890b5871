// The peer of S6, in its own process: Fastify and pg read the same rows, and do nothing else.
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import Fastify from 'fastify'

const onError = (error: Error) => {
  throw error
}
const pool = connectPool(process.env.DATABASE_URL ?? '', { name: 'bench bare', max: 10, onError })
const app = Fastify()
/** Each connection reads the rows of one user of the product. */
const accounts: string[] = JSON.parse(process.env.ACCOUNTS ?? '[]')
type UserQuery = { Querystring: { user: string } }

app.get<UserQuery>('/balance', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'balance',
    text: 'SELECT received_paise, spent_paise FROM balances WHERE account_id = $1',
    values: [accounts[Number(query.user)]],
  })
  return rows[0]
})
app.get<UserQuery>('/page', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'page',
    text: `SELECT row_id, account_id, position, type, paise, date, recorded_at, recipient, purpose, payment_mode, narration,
      transfer_from, transfer_to, revision, recorded_by, recorded_by_name, recorded_by_role
      FROM ledger_rows WHERE company_id = (SELECT company_id FROM log_heads) AND account_id = $1 AND NOT deleted
      ORDER BY date DESC, position DESC LIMIT 50`,
    values: [accounts[Number(query.user)]],
  })
  return rows
})
process.send?.({ type: 'ready', address: await app.listen({ port: 0 }) })
process.on('disconnect', () => process.exit(0))
