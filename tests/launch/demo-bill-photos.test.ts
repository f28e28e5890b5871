import { dayOf } from '@ledger/contracts/dates.ts'
import { billPhotoOf, hasBill } from '@ledger/launch/demo/bill-photos.ts'
import { createDemoHistory } from '@ledger/launch/demo/demo-history.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const [FROM, TO] = ['2025-03-01', '2025-03-02']

/** The expenses of two days of the demo, in English and Hindi. */
function expenses() {
  const { moments } = createDemoHistory(seededRandom(20_241_202), TO, { account: 'admin', epoch: 1 })
  return [...moments]
    .filter(({ at }) => dayOf(at) >= FROM)
    .flatMap(({ commands }) => commands.flatMap((command) => (command.type === 'RecordExpense' ? command : [])))
}

test('most expenses of the demo have a bill, wages have none', () => {
  const all = expenses()
  const having = all.filter(hasBill)
  expect(having.length).toBeGreaterThan(all.length / 2)
  expect(having.length).toBeLessThan(all.length)
  expect(having.filter(({ details }) => /wages|मज़दूरी/i.test(details.purpose))).toEqual([])
})

test('a bill is a small photo with ink on it, the same for the same expense and another for another', async () => {
  const [one, two] = expenses()
    .filter(hasBill)
    .filter(({ beneficiary }, index, all) => beneficiary !== all[index - 1]?.beneficiary)
  if (one === undefined || two === undefined) throw new Error('The story has too few expenses')
  const [bill, again, other] = [await billPhotoOf(one), await billPhotoOf(one), await billPhotoOf(two)]
  expect(again).toEqual(bill)
  expect(other.content.equals(bill.content)).toBe(false)
  expect(bill.content.length).toBeLessThan(100_000)
  const { width, height, format } = await sharp(bill.content).metadata()
  expect({ width, height, format }).toEqual({ width: bill.width, height: bill.height, format: 'jpeg' })
  // The name of the beneficiary is in the second eighth of the paper.
  const line = await sharp(bill.content).extract({ left: 84, top: 75, width: 432, height: 50 }).greyscale().stats()
  expect(line.channels[0]?.min).toBeLessThan(90)
  expect(line.channels[0]?.max).toBeGreaterThan(220)
})
