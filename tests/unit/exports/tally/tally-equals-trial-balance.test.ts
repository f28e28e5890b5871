import { type LedgerEvent, SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { createDemoHistory } from '@ledger/launch/demo/demo-history.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import {
  type AccountState,
  accountsChangedBy,
  type DecisionState,
  evolveAccount,
  evolveTransaction,
  type TransactionState,
  transactionChangedBy,
} from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { NOTHING_FOLDED } from '@ledger/ledger-service/domain/folded-states.ts'
import { TALLY_LAYOUT } from '@ledger/ledger-service/exports/tally/tally-layout-version.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ParsedTallyVoucher, parseTallyFile } from '../../../environment/files/parse-tally-file.ts'
import { isFullRun } from '../../../environment/full-run.ts'
import { randomSeed } from '../../../environment/random-seed.ts'
import { InMemoryAppendLog } from '../../../model/in-memory-append-log.ts'
import { LedgerModel } from '../../../model/ledger-model.ts'
import { MODEL_TIME, randomStepGroups } from '../../../model/random-steps.ts'
import { accountsInTally, bookOf, everyPartyMapped, trialBalanceOf, wholeTime, xmlOf } from './tally-files-of-logs.ts'

/** The vouchers of a file, added up by ledger, are the trial balance of its days to the paisa. */

const COMPANY = '00000000-0000-7000-8000-0000000000c0'

/** The runs of the long form take 12 s, and on a busy machine several times as long. */
const RANDOM_LOGS = isFullRun ? { runs: 500, timeout: 300_000 } : { runs: 40, timeout: 60_000 }

test('for random logs, also where a second file follows the first after edits and deletions', {
  timeout: RANDOM_LOGS.timeout,
}, () => {
  const [altered, cancelled] = [new Set<string>(), new Set<string>()]
  fc.assert(
    fc.property(randomStepGroups(6), (groups) => {
      const [log, model] = [new InMemoryAppendLog(COMPANY), new LedgerModel(COMPANY)]
      const submit = (asked: ReturnType<LedgerModel['openingSteps']>) =>
        log.submit(
          asked.map(({ submission }) => submission),
          MODEL_TIME,
        )
      submit(model.openingSteps())
      const ends = groups.map((group) => {
        submit(group.map((step) => model.predict(step)))
        model.endGroup()
        return log.history().length
      })
      const history = log.history()
      // The map stands before all entries, so that the first file has the ledgers of the second one.
      const map = [everyPartyMapped(history), ...peopleMapped(history)].map((event) => ({ ...event, position: 0 }))
      const position = ends[Math.floor((ends.length - 1) / 2)] ?? 0
      const file = { ...wholeTime, position, layout: TALLY_LAYOUT }
      const tally = new Map<string, ParsedTallyVoucher>()
      for (const [events, earlier] of [
        [[...map, ...history.slice(0, position)], []],
        [[...map, ...history], [file]],
      ] as const) {
        const book = bookOf(events, wholeTime, [...earlier])
        expect(book.unmapped).toEqual([])
        const { vouchers } = parseTallyFile(xmlOf(book))
        expectBalanced(vouchers)
        importVouchers(tally, vouchers)
        expect(accountsInTally(book, { vouchers })).toEqual(trialBalanceOf(events))
        expect(accountsInTally(book, { vouchers: [...tally.values()] })).toEqual(trialBalanceOf(events))
      }
    }),
    { seed: randomSeed, numRuns: RANDOM_LOGS.runs },
  )
  // Among so many logs there are some of each kind.
  for (const ids of [altered, cancelled]) expect(ids.size).toBeGreaterThan(0)

  function expectBalanced(vouchers: readonly ParsedTallyVoucher[]) {
    for (const { lines, isCancelled } of vouchers) {
      if (isCancelled) {
        expect(lines).toEqual([])
        continue
      }
      expect(lines.map(({ paise }) => paise).reduce((sum, paise) => sum + paise, 0)).toBe(0)
      expect(lines.map(({ paise, isDeemedPositive }) => paise < 0 === isDeemedPositive)).toEqual([true, true])
    }
  }

  /** Imports as Tally does: by REMOTEID. A voucher that Tally has is created again only where nothing of it changed. */
  function importVouchers(tally: Map<string, ParsedTallyVoucher>, vouchers: readonly ParsedTallyVoucher[]) {
    expect(new Set(vouchers.map(({ remoteId }) => remoteId)).size).toBe(vouchers.length)
    for (const voucher of vouchers) {
      const { remoteId, action } = voucher
      const known = tally.get(remoteId)
      if (action === 'Create' && known) expect({ ...voucher, action: known.action }).toEqual(known)
      if (action === 'Alter') {
        expect(known?.isCancelled).toBe(false)
        altered.add(remoteId)
      }
      if (action === 'Cancel' && known) cancelled.add(remoteId)
      tally.set(remoteId, voucher)
    }
  }

  /** The people of random logs share names, so each gets a ledger of its own. */
  function peopleMapped(history: ReturnType<InMemoryAppendLog['history']>) {
    const last = history.at(-1)
    if (!last) return []
    const lines = history.flatMap((event) =>
      event.type === 'AccountOpened'
        ? {
            ...{ kind: 'person' as const, id: event.data.account, name: '', before: null },
            after: { ledger: `Cash of ${event.data.account}`, group: 'Cash-in-Hand' as const },
          }
        : [],
    )
    const data = { lines, defaults: { before: true, after: true } }
    return [{ ...last, type: 'TallyMapChanged' as const, data, position: last.position + 2 }]
  }
})

// It decides some 30,000 events, which a busy machine does not do within the time of a unit test.
if (isFullRun)
  test('for the two years of the demo, in every sixth month and as a whole, with the ledgers by name', {
    timeout: 120_000,
  }, () => {
    const accounts = new Map<string, AccountState>()
    const transactions = new Map<string, TransactionState>()
    const state: DecisionState = {
      account: (id) => accounts.get(id),
      transaction: (id) => transactions.get(id),
      ...{ beneficiaryName: () => undefined, signInName: () => undefined, adminCount: () => 1 },
      ...{ totalPaise: 0n, folded: NOTHING_FOLDED },
    }
    const history: LedgerEvent[] = []
    const admin = { account: '00000000-0000-7000-8000-000000000001', epoch: 1 }
    const story = createDemoHistory(seededRandom(20_241_202), '2026-11-26', admin)
    const system = { by: { system: SYSTEM_ACTOR }, now: '2024-12-01T06:30:00.000Z' }
    const submit = (command: Command) => {
      const decision = decide(state, command)
      if ('refused' in decision) throw new Error(decision.refused)
      for (const event of decision.events) {
        const { actor } = decision
        const placed = { eventId: '', schemaVersion: 1, recordedAt: command.now, meta: {}, actor }
        const next = { ...event, ...placed, position: history.length + 1, date: event.date ?? command.now }
        for (const id of accountsChangedBy(next)) accounts.set(id, evolveAccount(accounts.get(id), id, next))
        const changed = transactionChangedBy(next)
        if (changed !== undefined)
          transactions.set(changed, evolveTransaction(transactions.get(changed), changed, next))
        history.push(next)
      }
    }
    const open = (
      account: string,
      role: 'admin' | 'site_incharge' | 'supervisor',
      name: string,
      site: string | null,
    ) => {
      const profile = { firstName: name, lastName: '', site, mobile: null }
      submit({ type: 'OpenAccount', account, role, profile, signInName: account, ...system })
    }
    open(admin.account, 'admin', 'Meera', null)
    for (const { incharge, supervisors } of story.cast) {
      open(incharge.account, 'site_incharge', incharge.name, incharge.site.name)
      for (const supervisor of supervisors) open(supervisor.account, 'supervisor', supervisor.name, null)
    }
    for (const { commands } of story.moments) for (const command of commands) submit(command)
    expect(history.length).toBeGreaterThan(5000)
    // With defaults alone nothing lacks a ledger: the people of the demo have names of their own.
    expect(bookOf(history).unmapped).toEqual([])
    const events = [...history, everyPartyMapped(history)]
    const months = Array.from({ length: 24 }, (_, index) => {
      const month = `${2024 + Math.floor((index + 11) / 12)}-${String(((index + 11) % 12) + 1).padStart(2, '0')}`
      return { from: `${month}-01`, to: `${month}-31` }
    })
    for (const period of [...months.filter((_, index) => index % 6 === 0), { from: '2024-12-01', to: '2026-11-30' }]) {
      const book = bookOf(events, period)
      expect(accountsInTally(book, parseTallyFile(xmlOf(book)))).toEqual(trialBalanceOf(events, period))
    }
  })
