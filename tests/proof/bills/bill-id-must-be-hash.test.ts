import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import { exportBills } from '@ledger/ledger-service/proof/import-export/export-bills.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { startS3Server } from '../../environment/processes/s3-server.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

/** A bill's id names a file and an object of a store, so only a hash is accepted. */

const HOSTILE = '../outside'
const TABLES = ['bills', 'bill_contents', 'bill_uploads', 'bill_uses']
let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const insertBill = (id: string) =>
  ledger.sql.query(
    `INSERT INTO bills (company_id, bill_id, type, bytes, kept_in, wanted_at) VALUES ($1, $2, 'application/pdf', 1, 'postgres', now())`,
    [ledger.companyId, id],
  )

describe('an id that is no hash', () => {
  it.each(TABLES)('is refused by the table %s', async (table) => {
    const { rows } = await ledger.sql.query<{ column: string; type: string }>(
      `SELECT attname AS column, format_type(atttypid, NULL) AS type FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull AND attname <> 'bill_id'`,
      [table],
    )
    const values: Record<string, string> = {
      ...{ uuid: `'${randomUUID()}'`, integer: '1', bytea: `'x'`, text: `'x'` },
      'timestamp with time zone': 'now()',
    }
    const columns = rows.map(({ column }) => column).join(', ')
    const row = rows.map(({ type }) => values[type] ?? expect.fail(type)).join(', ')
    for (const id of [HOSTILE, 'F'.repeat(64), `${'f'.repeat(64)}\n`, '']) {
      const inserted = ledger.sql.query(`INSERT INTO ${table} (bill_id, ${columns}) VALUES ($1, ${row})`, [id])
      await expect(inserted, JSON.stringify(id)).rejects.toThrow(/_id_is_a_hash|violates check constraint/)
    }
  })

  it('names no file, where a row of it is older than the rule', async () => {
    await withServerConnection(ledger.ownerUrl, (client) =>
      client.query('ALTER TABLE bills DROP CONSTRAINT bills_id_is_a_hash'),
    )
    await insertBill(HOSTILE)
    const folder = temporaryFolder()
    const contents = await openBlobStores(ledger.companyId, undefined)
    const exported = exportBills(ledger.db, ledger.companyId, contents, join(folder, 'bills'), () => undefined)
    await expect(exported).rejects.toThrow('no hash and names no file')
    expect(readdirSync(folder)).toEqual(['bills'])
    expect(existsSync(join(folder, 'outside.pdf'))).toBe(false)
  })

  it('finds no object of another company in a store', async () => {
    const s3 = await startS3Server()
    const [own, other] = [randomUUID(), randomUUID()]
    const theirs = await openBlobStores(other, s3.settings)
    const ours = await openBlobStores(own, s3.settings)
    const id = 'f'.repeat(64)
    try {
      await theirs.storeAt('s3').write(ledger.db, id, Buffer.from('theirs'))
      const led = `../${other}/${id}`
      expect(await ours.storeAt('s3').digest(ledger.db, led)).toBeUndefined()
      await expect(ours.storeAt('s3').write(ledger.db, led, Buffer.from('ours'))).rejects.toThrow('No bytes of bill')
      await ours.storeAt('s3').remove(ledger.db, [led])
      expect(await theirs.storeAt('s3').digest(ledger.db, id)).toBeDefined()
      expect(s3.keys()).toEqual([`${other}/${id}`])
    } finally {
      ours.close()
      theirs.close()
      await s3.close()
    }
  })
})
