import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { createDemoHistory } from '@ledger/launch/demo/demo-history.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { expect, test } from 'vitest'

/** The seed of `npm run demo`. Its history grows with the days, so one history has every day up to the last. */
const SEED = 20_241_202
const LAST: Day = '2027-11-30'

test('two or three sites of the demo are in deficit on most days, and never the one whose sign-in is printed', () => {
  const story = createDemoHistory(seededRandom(SEED), LAST, { account: 'admin', epoch: 1 })
  const books = new Books()
  const moments: { day: Day; red: number; first: number }[] = []
  for (const { at, commands } of story.moments) {
    for (const command of commands) books.take(command)
    const balances = story.cast.map(({ incharge }) => books.balanceOf(incharge.account))
    const day = dayOf(at)
    if (day >= '2026-11-22')
      moments.push({ day, red: balances.filter((paise) => paise < 0).length, first: balances[0] ?? 0 })
  }
  const mean = moments.reduce((sum, { red }) => sum + red, 0) / moments.length
  expect(moments.filter(({ first }) => first <= 0)).toEqual([])
  expect(moments.filter(({ red }) => red > 5)).toEqual([])
  expect(mean).toBeGreaterThan(1.5)
  expect(mean).toBeLessThan(3.5)
})

/** The balance of each account, in paise. */
class Books {
  readonly #balances = new Map<string, number>()
  readonly #expenses = new Map<string, { account: string; paise: number }>()

  balanceOf(account: string): number {
    return this.#balances.get(account) ?? 0
  }

  take(command: Command): void {
    if (command.type === 'SendMoney') this.#move(command.to, command.details.paise)
    else if (command.type === 'TransferMoney') {
      this.#move(accountOf(command), -command.details.paise)
      this.#move(command.to, command.details.paise)
    } else if (command.type === 'RecordExpense')
      this.#spent(command.transaction, accountOf(command), command.details.paise)
    else if (command.type === 'EditTransaction')
      this.#spent(command.row.transaction, accountOf(command), command.changes.paise ?? 0)
    else if (command.type === 'DeleteTransaction') this.#spent(command.row.transaction, accountOf(command), 0)
    else throw new Error(`The story has a ${command.type}`)
  }

  #spent(transaction: string, account: string, paise: number): void {
    const before = this.#expenses.get(transaction)?.paise ?? 0
    this.#move(account, before - paise)
    this.#expenses.set(transaction, { account, paise })
  }

  #move(account: string, paise: number): void {
    this.#balances.set(account, this.balanceOf(account) + paise)
  }
}

const accountOf = ({ by }: Command) => ('account' in by ? by.account : expect.unreachable('The story has no system'))
