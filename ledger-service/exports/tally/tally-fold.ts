import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, EventType, LedgerEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import type { TallyMapLine } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { formatVoucherNumber, voucherSeriesOf } from '@ledger/contracts/voucher-number.ts'
import { type Closings, closedUpTo, evolveClosings, NEVER_CLOSED } from '../../domain/closings/closings-state.ts'
import { compareDateAndOrder } from '../../domain/money/entry-order.ts'
import { tallyLineKey } from '../../domain/tally/tally-map-state.ts'
import { hasCostCentres } from './default-ledgers.ts'
import { LedgerNames, type ResolvedLedger } from './resolve-ledgers.ts'
import type { TallyLayout } from './tally-layout-version.ts'
import { foldTallyName } from './tally-text.ts'
import { type TallyVoucher, toCancelledVoucher, toTallyVoucher } from './tally-voucher.ts'
import { type TallyFileContent, type VoucherOfFile, voucherDigest } from './tally-xml.ts'

/** The days of a file, both included. */
export interface TallyPeriod {
  from: Day
  to: Day
}

/** An XML file that was made before, and the last event that it covers. */
export interface EarlierTallyFile extends TallyPeriod {
  position: number
  layout: TallyLayout
}

interface KnownEntry {
  number: string
  /** The order in which entries were recorded. */
  order: number
  date: string
  day: Day
  /** Its account, and the one that received a transfer. */
  people: readonly Party[]
  /** Undefined where it is dated outside the days of the file, or was deleted. */
  entry: Entry | undefined
  /** The entry before its deletion, within the days of the file. */
  deleted?: Entry | undefined
  isDeleted: boolean
}

/** The voucher that Tally has of an entry. */
interface SentVoucher {
  day: Day
  isCancelled: boolean
  /** With its digest; undefined where it was of another period. */
  sent: { voucher: TallyVoucher; digest: string } | undefined
}

/** Everything about a file for Tally. Without a ledger for each line `unmapped` says what lacks one. */
export interface TallyBook extends TallyFileContent {
  lines: TallyMapLine[]
  unmapped: TallyMapLine[]
  useDefaults: boolean
  /** How many entries these days have, with or without a ledger. */
  entries: number
  altered: number
  cancelled: number
  /** The position of the last earlier file that has days of this one; 0 where there is none. */
  after: number
  closedUpTo: Day | null
}

/** The events that a file for Tally follows from. */
export const TALLY_EVENT_TYPES: ReadonlySet<EventType> = new Set([
  ...(['CreditRecorded', 'DebitRecorded', 'TransferRecorded', 'TransactionEdited', 'TransactionDeleted'] as const),
  ...(['AccountOpened', 'AccountEdited', 'SupervisorAssigned', 'TallyMapChanged'] as const),
  ...(['BooksClosed', 'BooksReopened', 'BooksSealed'] as const),
  ...(['BeneficiaryRenamed', 'BeneficiariesMerged', 'BeneficiariesUnmerged', 'PurposesChanged'] as const),
])

/**
 * Folds a log into a file for Tally. Pure: the same events, days and earlier files give the same file. The fold stops
 * at each earlier file to remember what Tally got, so that this one says what changed since.
 */
export class TallyFold {
  readonly #period: TallyPeriod
  readonly #earlier: readonly EarlierTallyFile[]
  #sentFiles = 0
  readonly #layout: TallyLayout
  readonly #names: LedgerNames
  readonly #entries = new Map<string, KnownEntry>()
  readonly #sent = new Map<string, SentVoucher>()
  readonly #parties = new Map<string, Party>()
  readonly #lastNumbers = new Map<string, number>()
  #closings: Closings = NEVER_CLOSED

  /** @param earlier in the order of their positions */
  constructor(period: TallyPeriod, earlier: readonly EarlierTallyFile[], layout: TallyLayout) {
    this.#period = period
    this.#earlier = earlier
    this.#layout = layout
    this.#names = new LedgerNames(layout)
  }

  /** Applies the next event of the log. */
  apply(event: LedgerEvent): void {
    this.#sendUpTo(event.position - 1)
    this.#names.apply(event)
    this.#closings = evolveClosings(this.#closings, event)
    if (!('transaction' in event.data) || !('postings' in event.data)) return
    const { transaction } = event.data
    const { after } = entryBeforeAndAfter(event)
    const known = this.#entries.get(transaction)
    if (known) this.#entries.set(transaction, after ? { ...known, ...this.#dated(after) } : withoutEntry(known))
    else if (after)
      this.#entries.set(transaction, {
        ...{ number: this.#nextNumber(after), order: this.#entries.size, isDeleted: false },
        ...this.#dated(after),
      })
  }

  #dated(entry: Entry) {
    const day = dayOf(entry.date)
    const people = [entry.account, ...(entry.kind === 'transfer' ? [entry.counterparty] : [])]
    return {
      ...{ date: entry.date, day, people: people.map((party) => this.#sharedParty(party)) },
      entry: isWithin(day, this.#period) ? entry : undefined,
    }
  }

  /** Returns one object for all entries of a person: entries outside the days of the file hold nothing else. */
  #sharedParty(party: Party): Party {
    const known = this.#parties.get(party.id) ?? party
    this.#parties.set(party.id, known)
    return known
  }

  #nextNumber(entry: Entry): string {
    const series = voucherSeriesOf(entry)
    const number = (this.#lastNumbers.get(series) ?? 0) + 1
    this.#lastNumbers.set(series, number)
    return formatVoucherNumber({ series, number })
  }

  #sendUpTo(position: number): void {
    for (
      let file = this.#earlier[this.#sentFiles];
      file && file.position <= position;
      file = this.#earlier[this.#sentFiles]
    ) {
      this.#send(file)
      this.#sentFiles++
    }
  }

  /** Remembers what an earlier file brought to Tally. */
  #send(file: EarlierTallyFile): void {
    for (const [id, { day, isCancelled }] of this.#sent) {
      const known = this.#entries.get(id)
      const isGone = !known || known.isDeleted || !isWithin(known.day, file)
      if (!isCancelled && isGone && isWithin(day, file))
        this.#sent.set(id, { ...this.#sentOf(id, day), isCancelled: true })
    }
    const named = { people: new Set<string>(), sites: new Set<string>() }
    const layout = this.#layout < 4 ? this.#layout : file.layout
    for (const [id, known] of this.#entries) {
      if (!isWithin(known.day, file)) continue
      if (known.isDeleted) {
        if (file.layout > 1 && !this.#sent.has(id))
          this.#sent.set(id, { day: known.day, isCancelled: true, sent: undefined })
        continue
      }
      this.#addNames(known, named)
      const voucher = known.entry && toTallyVoucher({ ...known, id, entry: known.entry }, this.#names, layout)
      const sent = voucher && { voucher, digest: voucherDigest(voucher) }
      this.#sent.set(id, { day: known.day, isCancelled: false, sent })
    }
    // Files of earlier layouts kept the names of everybody, and later ones of them used these.
    this.#names.freeze(Math.min(this.#layout, file.layout) < 3 ? undefined : named)
  }

  #addNames({ people, day }: KnownEntry, named: { people: Set<string>; sites: Set<string> }): void {
    for (const { id } of people) named.people.add(id)
    const [account] = people
    const site = account && this.#names.siteOn(account.id, account.role, day)
    if (site) named.sites.add(site)
  }

  #sentOf(id: string, day: Day) {
    return { day, sent: this.#sent.get(id)?.sent }
  }

  /** Returns the file after the events that were applied. */
  book(): TallyBook {
    this.#sendUpTo(Number.MAX_SAFE_INTEGER)
    const used = new Map<string, ResolvedLedger>()
    const vouchers: (VoucherOfFile & { order: KnownEntry })[] = []
    for (const [id, known] of this.#entries) {
      const sent = this.#sent.get(id)
      if (known.entry) {
        const voucher = toTallyVoucher({ ...known, id, entry: known.entry }, this.#names, this.#layout, (needed) =>
          used.set(tallyLineKey(needed), needed),
        )
        if (!voucher) continue
        const isChanged = sent && (sent.isCancelled || sent.sent?.digest !== voucherDigest(voucher))
        vouchers.push({ order: known, action: isChanged ? 'Alter' : 'Create', voucher })
      } else if (sent?.sent && !sent.isCancelled && isWithin(sent.day, this.#period))
        vouchers.push({ order: known, action: 'Cancel', voucher: sent.sent.voucher })
      else if (known.deleted && !sent && this.#layout > 1) {
        const voucher = this.#cancelledVoucher({ ...known, id, entry: known.deleted }, used)
        if (voucher) vouchers.push({ order: known, action: 'Cancel', voucher })
      }
    }
    vouchers.sort((a, b) => compareDateAndOrder(a.order, b.order))
    const lines = withoutClashes([...used.values()])
    const count = (action: string) => vouchers.filter((one) => one.action === action).length
    return {
      ...mastersOf(lines, this.#layout),
      vouchers,
      isOpen: (closedUpTo(this.#closings) ?? '') < this.#period.to,
      lines: [...lines, ...this.#unusedLines(used)].map(toMapLine),
      unmapped: lines.filter(({ target }) => target === null).map(toMapLine),
      useDefaults: this.#names.map.usesDefaults,
      entries: [...this.#entries.values()].filter(({ entry }) => entry !== undefined).length,
      ...{ altered: count('Alter'), cancelled: count('Cancel') },
      after:
        this.#earlier.findLast((file) => file.from <= this.#period.to && file.to >= this.#period.from)?.position ?? 0,
      closedUpTo: closedUpTo(this.#closings),
    }
  }

  /**
   * Returns the voucher of an entry that was deleted before a file had it. Its ledgers are needed for the type of the
   * voucher alone, and so are no masters. Layouts 2 and 3 had none without a ledger for everything.
   */
  #cancelledVoucher(deleted: KnownEntry & { id: string; entry: Entry }, used: Map<string, ResolvedLedger>) {
    if (this.#layout > 3) return toCancelledVoucher(deleted, this.#names, this.#layout)
    return toTallyVoucher(deleted, this.#names, this.#layout, (needed) => {
      if (needed.target === null) used.set(tallyLineKey(needed), needed)
    })
  }

  /** Returns the lines that the office chose and no entry of these days needs. */
  #unusedLines(used: ReadonlyMap<string, ResolvedLedger>): ResolvedLedger[] {
    return [...this.#names.map.lines]
      .filter(([key]) => !used.has(key))
      .map(([, line]) => ({
        ...{ ...line, isChosen: true },
        problem: this.#names.isUnreachable(line) ? 'unreachable' : null,
      }))
  }
}

const isWithin = (day: Day, { from, to }: TallyPeriod) => day >= from && day <= to
const withoutEntry = (known: KnownEntry): KnownEntry => ({
  ...known,
  ...{ entry: undefined, deleted: known.entry, isDeleted: true },
})

/**
 * Returns the lines, those without a ledger whose name stands for ledgers in two groups: Tally has one of a name. Where
 * one of the two was chosen, only the default ones lose theirs.
 */
function withoutClashes(lines: readonly ResolvedLedger[]): ResolvedLedger[] {
  const ledgers = lines.filter(({ kind, target }) => kind !== 'site' && target !== null)
  const byName = Map.groupBy(ledgers, ({ target }) => foldTallyName(target?.ledger ?? ''))
  return lines.map((line) => {
    const same = line.kind === 'site' || !line.target ? [] : (byName.get(foldTallyName(line.target.ledger)) ?? [])
    const isClash = same.some(({ target }) => target?.group !== line.target?.group)
    const isToChange = isClash && (!line.isChosen || same.every(({ isChosen }) => isChosen))
    return isToChange ? { ...line, target: null, problem: 'ambiguous' } : line
  })
}

function mastersOf(
  lines: readonly ResolvedLedger[],
  layout: TallyLayout,
): Pick<TallyFileContent, 'ledgers' | 'costCentres'> {
  const ledgers = new Map<string, TallyFileContent['ledgers'][number]>()
  const costCentres = new Map<string, string>()
  for (const { target } of lines) {
    if (target === null) continue
    const { ledger: name, group } = target
    const key = foldTallyName(name)
    if (group === null) costCentres.set(key, costCentres.get(key) ?? name)
    else if (!ledgers.has(key)) ledgers.set(key, { name, group, hasCostCentres: hasCostCentres(group, layout) })
  }
  return { ledgers: [...ledgers.values()], costCentres: [...costCentres.values()] }
}

function toMapLine({ target, ...line }: ResolvedLedger): TallyMapLine {
  return { ...line, ledger: target?.ledger ?? null, group: target?.group ?? null }
}
