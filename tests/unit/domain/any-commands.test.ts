import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { trialBalance } from '@ledger/ledger-service/domain/postings.ts'
import { balanceOf } from '@ledger/ledger-service/domain/state.ts'
import { GENESIS_HASH, hashOf } from '@ledger/ledger-service/event-store/chain.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../environment/seed.ts'
import { MemoryLog } from '../../model/memory-log.ts'
import { Model } from '../../model/model.ts'
import { groupsOfSteps, NOW, type Step } from '../../model/steps.ts'
import { Books } from './books.ts'

const COMPANY = '00000000-0000-7000-8000-0000000000c0'

/** Runs the steps against the log in memory; every answer must be the model's. */
function run(groups: Step[][]): { log: MemoryLog; model: Model } {
  const [log, model] = [new MemoryLog(COMPANY), new Model(COMPANY)]
  const submit = (asked: ReturnType<Model['beginning']>) => {
    const answers = log.submit(
      asked.map(({ submission }) => submission),
      NOW,
    )
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(asked.map(({ expected }) => expected))
    model.endGroup()
  }
  submit(model.beginning())
  for (const group of groups) submit(group.map((step) => model.predict(step)))
  return { log, model }
}

const check = (name: string, property: (ran: ReturnType<typeof run>) => void) =>
  test(name, () => {
    fc.assert(
      fc.property(groupsOfSteps(6), (groups) => property(run(groups))),
      { seed, numRuns: 60 },
    )
  })

check('after any commands the stored states are the fold of the log from zero', ({ log, model }) => {
  const books = new Books()
  for (const event of log.history()) books.apply(event)
  expect(log.accounts).toEqual(books.accounts)
  expect(log.transactions).toEqual(books.transactions)
  expect(log.beneficiaryNames).toEqual(books.beneficiaryNames)
  expect(log.events).toHaveLength(model.events)
})

check('after any commands the trial balance is zero at every position (I4)', ({ log }) => {
  for (const { data } of log.history()) if ('postings' in data) expect(trialBalance(data.postings)).toBe(0)
})

check('after any commands every balance is what the standing entries come to, and what the model counts', (ran) => {
  const books = new Books()
  for (const event of ran.log.history()) books.apply(event)
  for (const { id, receivedPaise, spentPaise } of books.accounts.values()) {
    expect({ receivedPaise, spentPaise }).toEqual(books.countedFromEntries(id))
    expect({ received: receivedPaise, spent: spentPaise }).toEqual(ran.model.sum(id))
  }
})

check('no transfer exceeds the balance of its sender, nor does enlarging one (I5)', ({ log }) => {
  const books = new Books()
  for (const event of log.history()) {
    const [sender, taken] = takenByTransfer(event)
    const account = sender === undefined ? undefined : books.account(sender)
    if (account) expect(taken).toBeLessThanOrEqual(balanceOf(account))
    books.apply(event)
  }
})

check('positions have no gap and every hash chains the one before (I7)', ({ log }) => {
  let previous: Buffer = GENESIS_HASH
  for (const [index, event] of log.events.entries()) {
    expect(event.position).toBe(index + 1)
    expect(event.prevHash).toEqual(previous)
    expect(event.hash).toEqual(hashOf(event))
    previous = event.hash
  }
})

test('the random commands meet every refusal and bring about every kind of event that they can', () => {
  const seen = new Set<string>()
  for (const groups of fc.sample(groupsOfSteps(8), { seed, numRuns: 200 })) {
    const model = new Model(COMPANY)
    model.beginning()
    for (const group of groups) {
      for (const step of group) {
        const { code, types = [] } = JSON.parse(model.predict(step).expected.body)
        for (const met of code ? [code] : types) seen.add(met)
      }
      model.endGroup()
    }
  }
  expect([...seen].sort()).toEqual([
    'AccountClosed',
    'AccountDisabled',
    'AccountEdited',
    'AccountEnabled',
    'AccountOpened',
    'CreditRecorded',
    'DebitRecorded',
    'PasswordRevealed',
    'PasswordSet',
    'ReportExported',
    'SignInRefused',
    'SignedIn',
    'TransactionDeleted',
    'TransactionEdited',
    'TransferRecorded',
    'already_deleted',
    'counterparty_unavailable',
    'insufficient_balance',
    'mobile_in_use',
    'not_editable',
    'not_found',
    'revision_changed',
    'unauthorized',
  ])
})

/** Whom a transfer, or the enlarging of one, takes money from, and how much. */
function takenByTransfer({ type, data }: LedgerEvent): [sender: string, paise: number] | [] {
  if (type === 'TransferRecorded') return [data.entry.account.id, data.entry.paise]
  if (type !== 'TransactionEdited' || data.after.kind !== 'transfer') return []
  const added = data.after.paise - data.before.paise
  return added > 0 ? [data.after.account.id, added] : []
}
