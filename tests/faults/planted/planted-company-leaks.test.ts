import { expect, test } from 'vitest'
import { findLeaksBetween, openIdenticalCompanies } from '../../access/company-isolation/find-cross-company-leaks.ts'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { startProductProcesses } from '../product-processes.ts'
import { PLANTED_COMPANY_LEAKS } from './planted-company-leaks.ts'
import { nodeOptionsWithPatches, type SourcePatch } from './source-patches.ts'

/**
 * Checks the isolation tests themselves: in each layer one place that forgets the company is planted into the product
 * as it is loaded. `npm test` checks only that each still has its place.
 */
const names = Object.keys(PLANTED_COMPANY_LEAKS)

test('there are fifty of them and more', () => expect(names.length).toBeGreaterThanOrEqual(50))

test.each(names)('the text that it changes stands where it is changed: %s', (name) => {
  const planted = PLANTED_COMPANY_LEAKS[name] ?? expect.unreachable(name)
  expect(() => nodeOptionsWithPatches([planted])).not.toThrow()
  expect(planted.put).not.toBe(planted.find)
})

/** A run that fails for another reason finds no leak, so a run without any planted one comes first. */
if (isFullRun)
  test('nothing is found where nothing was planted', { timeout: 180_000 }, async () => {
    expect(await foundWith([])).toEqual([])
  })

test.each((isFullRun ? names : []).map((name) => [PLANTED_COMPANY_LEAKS[name]?.layer, name] as const))(
  'is found at the twin, in the layer of %s: %s',
  { timeout: 180_000 },
  async (layer, name) => {
    const planted = PLANTED_COMPANY_LEAKS[name] ?? expect.unreachable(name)
    const found = await foundWith([planted])
    console.log(`${layer}, ${name}: ${found.length} found, such as ${found.slice(0, 2).join('; ')}`)
    expect(found).not.toEqual([])
  },
)

async function foundWith(planted: SourcePatch[]): Promise<string[]> {
  const settings = { LOG_LEVEL: 'info', SIGN_IN_LIMIT: 'on', WRITE_LIMIT: 'on' }
  const ledger = await startProductProcesses({ planted, settings })
  const owner = ownerPool(ledger.database.ownerUrl)
  try {
    return await findLeaksBetween(await openIdenticalCompanies(ledger, owner, planted))
  } finally {
    await owner.end()
    await ledger.close()
  }
}
