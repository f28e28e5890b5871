import { clientSettings } from '@ledger/database/connect.ts'
import pg from 'pg'

/**
 * Queries of a test as the owner of the tables. Its last connections may still be saying goodbye when the database is
 * dropped, and hear of that as an error (57P01) which is nobody's fault; any other is thrown where the runner sees it.
 */
export function ownerPool(ownerUrl: string, max = 2): pg.Pool {
  // A test that holds a lock lets it go when what it waits for has come, however slow the machine is.
  const options = '-c idle_in_transaction_session_timeout=0'
  const pool = new pg.Pool({ ...clientSettings(ownerUrl, { name: 'test owner', options }), max })
  const onError = (error: Error) => {
    if (!('code' in error) || error.code !== '57P01') throw error
  }
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
