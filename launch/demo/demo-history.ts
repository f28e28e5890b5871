import { DAY_MS, type Day, MINUTE_MS, startOfDay } from '@ledger/contracts/dates.ts'
import { MONEY_SENT_PURPOSE, TRANSFER_PURPOSE } from '@ledger/contracts/labels/generated-purposes.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Command, EntryDetails } from '@ledger/ledger-service/domain/commands.ts'
import { randomExpense, weeklyWages } from './random-expenses.ts'
import type { Random } from './seeded-random.ts'
import { createSitesAndPeople, DEMO_AUDITOR, type DemoAuditor, type DemoPerson } from './sites-and-people.ts'
import { daysBetween, seasonOf, weekday, workIntensityOn } from './work-calendar.ts'

export const FIRST_DAY: Day = '2024-12-02'

/** Commands that reach the ledger at the same moment, in their order. */
export interface CommandBatch {
  at: string
  commands: Command[]
}

export interface DemoHistory {
  cast: ReturnType<typeof createSitesAndPeople>
  auditor: DemoAuditor
  moments: Generator<CommandBatch>
}

/** A new account has had one password set, which is one epoch (domain/account-and-transaction-states.ts). */
const FIRST_EPOCH = 1
const TRANSFER_PURPOSE_FIELD = { purpose: TRANSFER_PURPOSE }

interface SiteGroup {
  incharge: DemoPerson
  supervisors: DemoPerson[]
  /** Paise spent in each of the last weeks, newest last. */
  weeks: number[]
}

/** An expense that its author may still correct or delete, within a few days. */
interface RecentExpense {
  transaction: string
  person: DemoPerson
  details: EntryDetails
  day: Day
}

/**
 * Generates two years of a contractor's books, day by day up to `last`: head office sends money, incharges pay bills
 * and wages and transfer money, supervisors pay small amounts, and some entries are changed or deleted. The same seed
 * generates the same history, and a later `last` only adds to it. Balances are tracked, so that no incharge transfers
 * more than their balance.
 */
export function createDemoHistory(random: Random, last: Day, admin: { account: string; epoch: number }): DemoHistory {
  let serial = 0
  const newId = () => demoUuid(random, serial++)
  const cast = createSitesAndPeople(random, newId)
  const balances = new Map<string, number>()
  const groups: SiteGroup[] = cast.map((group) => ({ ...group, weeks: [0] }))
  let recent: RecentExpense[] = []
  return { cast, auditor: { account: newId(), ...DEMO_AUDITOR }, moments: moments() }

  function* moments(): Generator<CommandBatch> {
    for (const day of daysBetween(FIRST_DAY, last)) {
      const open = groups.filter(({ incharge }) => incharge.site.opens <= day)
      recent = recent.filter((entry) => Date.parse(day) - Date.parse(entry.day) < 4 * DAY_MS)
      yield moment(day, 10, (now) => open.flatMap((group) => money(group, day, now)))
      yield moment(day, 14, (now) => open.flatMap((group) => expenses(group, day, now)))
      yield moment(day, 19, (now) => [...open.flatMap((group) => expenses(group, day, now)), ...changes(now)])
    }
  }

  function moment(day: Day, hour: number, commandsAt: (now: string) => Command[]): CommandBatch {
    const at = timeOn(day, hour * 60 + random.whole(0, 59))
    return { at, commands: commandsAt(at) }
  }

  /**
   * Head office sends money on Mondays, before wages, and when an incharge whose site does not wait for money runs
   * short.
   */
  function money(group: SiteGroup, day: Day, now: string): Command[] {
    const { incharge, supervisors } = group
    const commands: Command[] = []
    const isFirst = day === incharge.site.opens || !balances.has(incharge.account)
    if (weekday(day) === 1) group.weeks = [...group.weeks.slice(-3), 0]
    const isDay = workIntensityOn(day) > 0.2 && (weekday(day) === 1 || weekday(day) === 5)
    const isShort = !incharge.site.waits && (balances.get(incharge.account) ?? 0) < incharge.site.size * 15_000_000
    if (isFirst || isShort || (isDay && random.chance(incharge.site.waits ? 0.6 : 0.95)))
      commands.push(...sent(group, isFirst, now))
    for (const supervisor of supervisors) {
      const purse = balances.get(supervisor.account) ?? 0
      const wanted = Math.max(0, Math.ceil(-purse / 100_000)) * 100_000 + random.whole(4, 24) * 100_000
      if (workIntensityOn(day) < 0.2 || purse > wanted / 2 || !random.chance(purse < 200_000 ? 0.9 : 0.3)) continue
      if (wanted <= (balances.get(incharge.account) ?? 0)) commands.push(handedOn(group, supervisor, wanted, now))
    }
    return commands
  }

  function sent({ incharge, weeks }: SiteGroup, isFirst: boolean, now: string): Command[] {
    const past = weeks.reduce((sum, week) => sum + week, 0) / weeks.length
    const share = incharge.site.waits ? 0.4 + random.next() * 0.4 : 1.5 + random.next() * 0.7
    const need = isFirst ? incharge.site.size * 30_000_000 : past * share
    const paise = Math.ceil((need - (balances.get(incharge.account) ?? 0)) / 1_000_000) * 1_000_000
    if (paise < 2_000_000) return []
    move(incharge, paise)
    const narration = random.pick([
      'Site expenses',
      'For wages and material',
      'RTGS from the company account',
      'Weekly funds',
    ])
    const paymentMode =
      paise > 20_000_000 || random.chance(0.8) ? 'bank_transfer' : random.pick<PaymentMode>(['cheque', 'upi'])
    const reference = paymentReference(paymentMode, now, paise)
    const details = { paise, date: now, purpose: MONEY_SENT_PURPOSE, paymentMode, narration, reference }
    return [{ type: 'SendMoney', transaction: newId(), to: incharge.account, details, by: admin, now }]
  }

  function handedOn(group: SiteGroup, supervisor: DemoPerson, paise: number, now: string): Command {
    const { incharge } = group
    movedOut(group, paise)
    move(supervisor, paise)
    const narration = random.pick(['For daily expenses', 'Diesel and labour', 'Petty cash', 'खर्च के लिए'])
    const details = {
      paise,
      date: now,
      ...TRANSFER_PURPOSE_FIELD,
      paymentMode: random.pick<PaymentMode>(['cash', 'upi']),
      narration,
    }
    const transaction = newId()
    return { type: 'TransferMoney', transaction, to: supervisor.account, details, by: fieldActorOf(incharge), now }
  }

  function expenses(group: SiteGroup, day: Day, now: string): Command[] {
    const commands: Command[] = []
    const isEvening = now > timeOn(day, 17 * 60)
    for (const person of [group.incharge, ...group.supervisors]) {
      for (let left = random.count(meanOf(person, day)); left > 0; left--)
        commands.push(spent(group, person, randomExpense(random, person, seasonOf(day)), day, now))
    }
    if (isEvening && weekday(day) === 6 && workIntensityOn(day) > 0.2)
      commands.push(spent(group, group.incharge, weeklyWages(random, group.incharge), day, now))
    return commands
  }

  /**
   * Returns the mean number of expenses: few for an account without money, and few for an incharge with a large
   * deficit.
   */
  function meanOf({ role, account, site }: DemoPerson, day: Day): number {
    const balance = balances.get(account) ?? 0
    if (role === 'supervisor') return balance <= 0 ? 0.03 : 0.5 * workIntensityOn(day)
    const deficit = balance < -20_000_000 * site.size ? 0.1 : balance < 0 ? 0.4 : 1
    return 0.72 * workIntensityOn(day) * deficit
  }

  function spent(
    group: SiteGroup,
    person: DemoPerson,
    expense: ReturnType<typeof weeklyWages>,
    day: Day,
    now: string,
  ): Command {
    const { beneficiary, ...rest } = expense
    const details = { ...rest, date: whenPaid(day, now, person) }
    if (person === group.incharge) movedOut(group, details.paise)
    else move(person, -details.paise)
    const transaction = newId()
    recent.push({ transaction, person, details, day })
    return { type: 'RecordExpense', transaction, beneficiary, details, by: fieldActorOf(person), now }
  }

  /** Returns when an expense was paid. Most are entered on the day, some up to 6 days later. */
  function whenPaid(day: Day, now: string, { site }: DemoPerson): string {
    const minutesAgo = random.whole(2, 200)
    const paid = new Date(Date.parse(now) - minutesAgo * MINUTE_MS - daysLate() * DAY_MS).toISOString()
    return paid > startOfDay(site.opens) ? paid : timeOn(day, 9 * 60)
  }

  function daysLate(): number {
    return random.chance(0.1) ? random.whole(1, 6) : 0
  }

  /** Returns corrections of typing errors by their authors, and deletions by an incharge. */
  function changes(now: string): Command[] {
    return recent.flatMap((entry) => {
      if (random.chance(0.006)) return [corrected(entry, now)]
      const mayDelete = entry.person.role === 'site_incharge' && random.chance(0.006)
      return mayDelete ? [takenBack(entry, now)] : []
    })
  }

  function corrected(entry: RecentExpense, now: string): Command {
    const { transaction, person, details } = entry
    const paise = random.chance(0.7)
      ? Math.max(1000, Math.round((details.paise * random.whole(6, 13)) / 1000) * 100)
      : details.paise
    const narration = paise === details.paise ? `${details.narration} (bill attached)` : details.narration
    move(person, details.paise - paise)
    entry.details = { ...details, paise, narration }
    const row = { transaction, side: 'own' as const }
    return { type: 'EditTransaction', row, desk: 'field', changes: { paise, narration }, by: fieldActorOf(person), now }
  }

  function takenBack(entry: RecentExpense, now: string): Command {
    recent = recent.filter((other) => other !== entry)
    move(entry.person, entry.details.paise)
    const row = { transaction: entry.transaction, side: 'own' as const }
    return { type: 'DeleteTransaction', row, desk: 'field', by: fieldActorOf(entry.person), now }
  }

  function movedOut(group: SiteGroup, paise: number): void {
    move(group.incharge, -paise)
    group.weeks[group.weeks.length - 1] = (group.weeks.at(-1) ?? 0) + paise
  }

  function move({ account }: DemoPerson, paise: number): void {
    balances.set(account, (balances.get(account) ?? 0) + paise)
  }
}

const fieldActorOf = ({ account }: DemoPerson) => ({ account, epoch: FIRST_EPOCH })

/** Returns the instant so many minutes into a day in Asia/Kolkata. */
function timeOn(day: Day, minutes: number): string {
  return new Date(Date.parse(startOfDay(day)) + minutes * MINUTE_MS).toISOString()
}

/** Returns a UUID as the ledger makes them (version 7), in ascending order and derived from the seed alone. */
function demoUuid(random: Random, serial: number): string {
  const time = (Date.parse(`${FIRST_DAY}T00:00:00Z`) + serial).toString(16).padStart(12, '0')
  const bits = () => random.whole(0, 0xfff).toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits()}-8${bits()}-${bits()}${bits()}${bits()}${bits()}`
}

/** Returns a number such as a bank gives a payment, made of its day and amount; none for UPI. */
function paymentReference(mode: PaymentMode, now: string, paise: number): string | undefined {
  const digits = String((paise / 100) * 7919 + Number(now.slice(8, 10)) * 104_729)
  if (mode === 'cheque') return digits.slice(-6).padStart(6, '0')
  return mode === 'bank_transfer' ? `UTR HDFC${now.slice(2, 10).replaceAll('-', '')}${digits.slice(-6)}` : undefined
}
