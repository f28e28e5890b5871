import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import pg from 'pg'

/**
 * Returns a pool for queries of a test as the owner of the tables. When the database is dropped, its last connections
 * may still be closing and get an error (57P01), which is ignored; any other error is thrown where the runner sees it.
 */
export function ownerPool(ownerUrl: string, max = 2): pg.Pool {
  // A test may hold a lock as long as it waits for something, however slow the machine is.
  const options = '-c idle_in_transaction_session_timeout=0'
  const pool = new pg.Pool({ ...clientSettings(ownerUrl, { name: 'test owner', options }), max })
  const onError = (error: Error) => {
    if (!('code' in error) || error.code !== '57P01') throw error
  }
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
