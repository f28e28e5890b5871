import { cacheOpenCompanies } from '@ledger/ledger-service/companies/cache-open-companies.ts'
import { afterEach, expect, it, vi } from 'vitest'

/** When the services of a company are opened, and when they are closed. */

afterEach(() => void vi.useRealTimers())

/** `made` lists each opening, each end of the streams and each closing. */
function open({
  mayEvict = () => true,
  isBroken = () => false,
  most = 300,
}: {
  mayEvict?: () => boolean
  isBroken?: () => boolean
  most?: number
} = {}) {
  const made: string[] = []
  const errors: string[] = []
  const companies = cacheOpenCompanies(
    async (companyId, endOfStreams) => {
      if (isBroken()) throw new Error('away')
      made.push(`open ${companyId}`)
      endOfStreams.addEventListener('abort', () => made.push(`leave ${companyId}`))
      return { companyId, close: async () => void made.push(`close ${companyId}`) }
    },
    mayEvict,
    (error) => errors.push(error.message),
    most,
  )
  const use = async (companyId: string) => (await companies.acquire(companyId)).release()
  return { companies, made, errors, use }
}

/** Ends the microtasks that are queued. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

it('a company is opened once for all who use it at once, and is the same later', async () => {
  const { companies, made, use } = open()
  const [first, second] = await Promise.all(['acme', 'acme', 'beta'].map((companyId) => companies.acquire(companyId)))
  expect(first?.services.companyId).toBe('acme')
  expect(second?.services).toBe(first?.services)
  expect(companies.current('acme')).toBe(first?.services)
  first?.release()
  second?.release()
  await use('acme')
  expect(made).toEqual(['open acme', 'open beta'])
})

it('one that is evicted is closed after its last use, and opened anew by who comes meanwhile', async () => {
  const { companies, made } = open()
  const first = await companies.acquire('acme')
  const gone = companies.evict('acme')
  expect(made).toEqual(['open acme', 'leave acme'])
  const second = companies.acquire('acme')
  await settle()
  expect(made).toEqual(['open acme', 'leave acme'])
  first.release()
  await gone
  expect((await second).services).not.toBe(first.services)
  expect(made).toEqual(['open acme', 'leave acme', 'close acme', 'open acme'])
})

it('one that is evicted while it opens serves who waits for it, and is closed then', async () => {
  const { companies, made } = open()
  const first = companies.acquire('acme')
  const gone = companies.evict('acme')
  const { release } = await first
  await settle()
  expect(made).toEqual(['open acme', 'leave acme'])
  release()
  await gone
  expect(made).toEqual(['open acme', 'leave acme', 'close acme'])
})

it('one that cannot be opened is tried again by the next use, and is nowhere meanwhile', async () => {
  let isBroken = true
  const { companies, made, errors, use } = open({ isBroken: () => isBroken })
  await expect(companies.acquire('acme')).rejects.toThrow('away')
  expect(companies.companyIds()).toEqual([])
  expect(() => companies.current('acme')).toThrow('not open')
  const failing = companies.acquire('acme')
  const gone = companies.evict('acme')
  await expect(failing).rejects.toThrow('away')
  await gone
  isBroken = false
  await use('acme')
  expect(made).toEqual(['open acme'])
  // The eviction reports why the company could not be opened.
  expect(errors).toEqual(['away'])
})

it('one that is idle for ten minutes is closed, but not while it is used, nor where it is the only one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  let mayEvict = true
  const { companies, made, use } = open({ mayEvict: () => mayEvict })
  await use('acme')
  const busy = await companies.acquire('beta')
  vi.advanceTimersByTime(9 * 60_000)
  expect(made).toHaveLength(2)
  mayEvict = false
  vi.advanceTimersByTime(2 * 60_000)
  expect(made).toHaveLength(2)
  mayEvict = true
  vi.advanceTimersByTime(60_000)
  await vi.waitUntil(() => made.includes('close acme'))
  expect(made.slice(2)).toEqual(['leave acme', 'close acme'])
  busy.release()
  vi.advanceTimersByTime(11 * 60_000)
  await vi.waitUntil(() => made.includes('close beta'))
})

it('of more than may be open the one that is idle longest is closed, but none that is used', async () => {
  const { companies, made, use } = open({ most: 2 })
  const busy = await companies.acquire('acme')
  const closed = () => made.filter((what) => what.startsWith('close'))
  for (const companyId of ['beta', 'gamma', 'delta', 'beta']) {
    await use(companyId)
    await settle()
  }
  expect(closed()).toEqual(['close beta', 'close gamma', 'close delta'])
  expect(companies.companyIds()).toEqual(['acme', 'beta'])
  busy.release()
})

it('after more were used at once than may be open, the next opening closes all that are too many', async () => {
  const { companies, made, use } = open({ most: 2 })
  const used = await Promise.all(['acme', 'beta', 'gamma', 'delta'].map((companyId) => companies.acquire(companyId)))
  expect(companies.companyIds()).toHaveLength(4)
  for (const { release } of used) release()
  await use('epsilon')
  await settle()
  expect(made.filter((what) => what.startsWith('close'))).toHaveLength(3)
  expect(companies.companyIds()).toEqual(['delta', 'epsilon'])
})

it('when the server closes no company is opened any more, and all are closed', async () => {
  const { companies, made } = open()
  await companies.acquire('acme')
  companies.endStreams()
  await expect(companies.acquire('beta')).rejects.toThrow('closes')
  await companies.close()
  expect(made).toEqual(['open acme', 'leave acme', 'close acme'])
})
