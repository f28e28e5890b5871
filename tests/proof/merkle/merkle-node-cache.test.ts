import { consistencyRanges, inclusionRanges } from '@ledger/ledger-service/proof/merkle/make-and-check-proofs.ts'
import { MerkleNodeCache } from '@ledger/ledger-service/proof/merkle/merkle-node-cache.ts'
import { leafHash, merkleRoot } from '@ledger/ledger-service/proof/merkle/merkle-tree.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

/** Enough for slices of 1024 leaves, with a rest. */
const SIZE = 5000
let ledger: TestLedger
let leaves: Buffer[]

beforeAll(async () => {
  ledger = await openTestLedger()
  const { sql: owner, companyId } = ledger
  await owner.query('DELETE FROM events WHERE company_id = $1', [companyId])
  // The tree uses only the hash of an event.
  await owner.query(
    `INSERT INTO events (company_id, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)
     SELECT $1, n, gen_random_uuid(), 'SignedIn', 1, now(), now(), '{}', '{}', '{}', '', sha256(convert_to($2 || n, 'UTF8'))
     FROM generate_series(1, ${SIZE}) n`,
    [companyId, String(randomSeed)],
  )
  const { rows } = await owner.query<{ hash: Buffer }>('SELECT hash FROM events ORDER BY position')
  leaves = rows.map((row) => leafHash(row.hash))
})
afterAll(() => ledger.close())

it(`gives of every range of a proof the root that its leaves have, seed ${randomSeed}`, async () => {
  const roots = new MerkleNodeCache(ledger.db, ledger.companyId)
  for (const size of [1, 2, 1023, 1024, 1025, 2048, 3000, 4096, SIZE]) {
    const index = Math.floor((size - 1) * 0.7)
    const ranges = [...inclusionRanges(index, size), ...consistencyRanges(index, size), { start: 0, end: size }]
    for (const { start, end } of ranges)
      expect(await roots.rangeRoot({ start, end }), `${start} to ${end}`).toEqual(merkleRoot(leaves.slice(start, end)))
  }
})

it('reads the slices of a large tree once, and a thousandth of it after that', async () => {
  const read: number[] = []
  const counting = ledger.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.push(result.rows.length)
      return result
    },
  })
  const roots = new MerkleNodeCache(counting, ledger.companyId)
  const together = await Promise.all([0, 1, 2].map(() => roots.rangeRoot({ start: 0, end: SIZE })))
  expect(together).toEqual([0, 1, 2].map(() => merkleRoot(leaves)))
  const slices = Math.floor(SIZE / 1024)
  expect(read.filter((rows) => rows === 1024)).toHaveLength(slices)
  read.length = 0
  await roots.rangeRoot({ start: 0, end: SIZE })
  expect(read).toEqual([SIZE - slices * 1024])
})

it('says so where an event is missing, and forgets what it was told', async () => {
  const roots = new MerkleNodeCache(ledger.db, ledger.companyId)
  const range = { start: 0, end: 4096 }
  await ledger.sql.query('UPDATE events SET position = -1700 WHERE position = 1700')
  expect(await roots.rangeRoot(range)).toBeUndefined()
  await ledger.sql.query('UPDATE events SET position = 1700, hash = $1 WHERE position = -1700', [Buffer.alloc(32)])
  expect(await roots.rangeRoot(range)).not.toEqual(merkleRoot(leaves.slice(0, 4096)))
  await ledger.sql.query(`UPDATE events SET hash = sha256(convert_to($1 || 1700, 'UTF8')) WHERE position = 1700`, [
    String(randomSeed),
  ])
  roots.clear()
  expect(await roots.rangeRoot(range)).toEqual(merkleRoot(leaves.slice(0, 4096)))
})

it('tells how far it is, stops where nobody waits any more, and goes on from there', async () => {
  const told: { events: number; of: number }[] = []
  const roots = new MerkleNodeCache(ledger.db, ledger.companyId)
  const stopper = new AbortController()
  const onProgress = (done: { events: number; of: number }) => {
    told.push(done)
    if (told.length === 2) stopper.abort(new Error('gone'))
  }
  const range = { start: 0, end: SIZE }
  await expect(roots.rangeRoot(range, { signal: stopper.signal, onProgress })).rejects.toThrow('gone')
  expect(told).toEqual([1024, 2048].map((events) => ({ events, of: 4096 })))
  expect(await roots.rangeRoot(range, { onProgress })).toEqual(merkleRoot(leaves))
  // The slice after the second was computed already when it was stopped.
  expect(told.at(-1)).toEqual({ events: 4096, of: 4096 })
  expect(told.length).toBeLessThanOrEqual(4)
})
