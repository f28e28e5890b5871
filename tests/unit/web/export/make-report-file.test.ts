import type { ReportPictureContent } from '@ledger/web/src/shared/export/share/report-picture-content.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const drawn = vi.hoisted(() => [] as ReportPictureContent[])
/** Node draws no pictures. */
vi.mock(import('@ledger/web/src/shared/export/share/draw-report-picture.ts'), () => ({
  async drawReportPicture(content) {
    drawn.push(content)
    return new Blob(['a picture'])
  },
}))

const sum = (amount: string) => ({ count: 1, amount })
const ANSWERS: Record<string, unknown> = {
  '/api/site/ledger': {
    ...{ openingBalance: '0.00', received: '1175.00', spent: '450.00', closingBalance: '725.00' },
    ...{ credits: 2, debits: 2, rows: [], position: 9 },
  },
  '/api/site/summary': {
    ...{ months: [], beneficiaries: [], paymentModes: [] },
    purposes: [{ name: 'Tea', ...sum('300.00') }],
  },
  '/api/site/transactions/sums': {
    ...{ count: 4, credits: sum('1100.00'), debits: sum('300.00'), deleted: sum('0.00') },
    ...{ transfersGiven: sum('150.00'), transfersReceived: sum('75.00') },
  },
  '/api/site/purposes': [{ name: 'Tea', hindi: 'चाय', aliases: [] }],
}
const asked: string[] = []

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json(ANSWERS[address.replace(/\?.*/, '')])
  })
})
afterAll(() => vi.unstubAllGlobals())

test('the picture of a period has what was given by transfer, and the purposes in the reader’s language', async () => {
  const { makeReportFile } = await import('@ledger/web/src/shared/export/share/make-report-file.ts')
  const file = await makeReportFile('picture', {
    user: { id: 'site_1', name: 'Rajesh Patidar', siteName: 'Site A', mobile: '9876543210', role: 'site_incharge' },
    period: { from: '2026-04-01', to: '2026-04-30' },
    language: 'hi',
    fileName: 'Report',
  })
  expect([file.name, file.type]).toEqual(['Report.png', 'image/png'])
  expect(drawn[0]?.blocks[1]?.lines).toEqual([
    { text: 'चाय', amount: '₹300' },
    { text: 'ट्रांसफ़र', amount: '₹150' },
  ])
  // Every figure is of the period, however often it is read.
  const ofPeriod = asked.filter((address) => address.includes('from=2026-04-01&to=2026-04-30'))
  expect(new Set(ofPeriod.map((address) => address.replace(/\?.*/, '')))).toEqual(
    new Set(['/api/site/ledger', '/api/site/summary', '/api/site/transactions/sums']),
  )
})
