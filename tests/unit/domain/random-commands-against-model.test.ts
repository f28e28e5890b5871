import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { balanceOfAccount } from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import { trialBalance } from '@ledger/ledger-service/domain/money/postings.ts'
import { eventHash, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'
import { InMemoryAppendLog } from '../../model/in-memory-append-log.ts'
import { LedgerModel } from '../../model/ledger-model.ts'
import { MODEL_TIME, type RandomStep, randomStepGroups } from '../../model/random-steps.ts'
import { ReplayedState } from './replayed-state.ts'

const COMPANY = '00000000-0000-7000-8000-0000000000c0'

/** Runs the steps against the log in memory; expects the model's answer to each. */
function run(groups: RandomStep[][]): { log: InMemoryAppendLog; model: LedgerModel } {
  const [log, model] = [new InMemoryAppendLog(COMPANY), new LedgerModel(COMPANY)]
  const submit = (asked: ReturnType<LedgerModel['openingSteps']>) => {
    const answers = log.submit(
      asked.map(({ submission }) => submission),
      MODEL_TIME,
    )
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(asked.map(({ expected }) => expected))
    model.endGroup()
  }
  submit(model.openingSteps())
  for (const group of groups) submit(group.map((step) => model.predict(step)))
  return { log, model }
}

const check = (name: string, property: (ran: ReturnType<typeof run>) => void) =>
  test(name, () => {
    fc.assert(
      fc.property(randomStepGroups(6), (groups) => property(run(groups))),
      { seed: randomSeed, numRuns: 60 },
    )
  })

check('after any commands the stored states are the fold of the log from zero', ({ log, model }) => {
  const books = new ReplayedState()
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
  const books = new ReplayedState()
  for (const event of ran.log.history()) books.apply(event)
  for (const { id, receivedPaise, spentPaise } of books.accounts.values()) {
    expect({ receivedPaise, spentPaise }).toEqual(books.countedFromEntries(id))
    expect({ received: receivedPaise, spent: spentPaise }).toEqual(ran.model.sum(id))
  }
})

check('no transfer exceeds the balance of its sender, nor does enlarging one (I5)', ({ log }) => {
  const books = new ReplayedState()
  for (const event of log.history()) {
    const [sender, taken] = takenByTransfer(event)
    const account = sender === undefined ? undefined : books.account(sender)
    if (account) expect(taken).toBeLessThanOrEqual(balanceOfAccount(account))
    books.apply(event)
  }
})

check('positions have no gap and every hash chains the one before (I7)', ({ log }) => {
  let previous: Buffer = GENESIS_HASH
  for (const [index, event] of log.events.entries()) {
    expect(event.position).toBe(index + 1)
    expect(event.prevHash).toEqual(previous)
    expect(event.hash).toEqual(eventHash(event))
    previous = event.hash
  }
})

test('the random commands meet every refusal and bring about every kind of event that they can', () => {
  const seen = new Set<string>()
  for (const groups of fc.sample(randomStepGroups(8), { seed: randomSeed, numRuns: 200 })) {
    const model = new LedgerModel(COMPANY)
    model.openingSteps()
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

/** Returns the account from which a transfer, or its increase, takes money, and how much. */
function takenByTransfer({ type, data }: LedgerEvent): [sender: string, paise: number] | [] {
  if (type === 'TransferRecorded') return [data.entry.account.id, data.entry.paise]
  if (type !== 'TransactionEdited' || data.after.kind !== 'transfer') return []
  const added = data.after.paise - data.before.paise
  return added > 0 ? [data.after.account.id, added] : []
}
