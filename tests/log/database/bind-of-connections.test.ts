import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { openWritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import type { ClientBase } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The driver's own function is that of the prototype. */
const hasOwnBind = (client: ClientBase) => 'connection' in client && Object.hasOwn(Object(client.connection), 'bind')

test('pools and appends write the parameters of a statement into one buffer', async () => {
  const onError = (error: Error) => expect.unreachable(error.message)
  const pool = connectPool(database.url, { name: 'bind', max: 1, onError })
  const writes = openWritePool({ databaseUrl: database.url, most: 1, onError })
  const [reader, writer] = [await pool.connect(), await writes.acquire()]
  expect([reader, writer].map(hasOwnBind)).toEqual([true, true])
  reader.release()
  writes.release(writer)
  await Promise.all([pool.end(), writes.close()])
})
