import type { BeneficiaryGroup } from '@ledger/contracts/beneficiary-spelling-group.ts'
import type { Day } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { AccountProfile, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import type { TallyMapLine } from '@ledger/contracts/http/tally/tally-schemas.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { type PurposeFinder, purposeFinder, wordsOfPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { TallyLineKind } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'
import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import { assignmentPeriodsOf, siteOnDay } from '@ledger/projections/queries/sites/assignment-periods.ts'
import { fullNameOf } from '../../domain/account-and-transaction-states.ts'
import {
  type BeneficiaryGroups,
  evolveBeneficiaryGroups,
  findBeneficiaryGroup,
  NO_BENEFICIARY_GROUPS,
} from '../../domain/beneficiaries/beneficiary-groups-state.ts'
import { DEFAULT_TALLY_MAP, evolveTallyMap, type TallyMap, tallyLineKey } from '../../domain/tally/tally-map-state.ts'
import { defaultModeLedger, defaultPersonName, defaultPurposeLedger, PERSON_GROUP } from './default-ledgers.ts'
import type { TallyLayout } from './tally-layout-version.ts'
import { foldTallyName, tallyName } from './tally-text.ts'

interface Person {
  name: string
  site: string | null
}

/** The ledger of one thing in Tally; without one `target` is null. `problem` is as in the map (tally-schemas.ts). */
export interface ResolvedLedger {
  kind: TallyLineKind
  id: string
  name: string
  target: TallyTarget | null
  isChosen: boolean
  problem: TallyMapLine['problem']
}

/** A purpose as it was typed, and as the list has it. */
interface PurposeWords {
  typedId: string
  listed: string | undefined
  /** The ids of all its words in the list, the name first; none where it is not listed. */
  wordIds: readonly string[]
}

/** The inner ids of the people that a file named, and of the incharges whose sites it named. */
export interface NamedInTally {
  people: ReadonlySet<string>
  sites: ReadonlySet<string>
}

/**
 * The names in Tally at a position of the log: the lines that the office chose, else defaults. A default that was in a
 * file stays as it was then, so that a person who is renamed keeps the ledger, and its balance, in Tally.
 */
export class LedgerNames {
  #map: TallyMap = DEFAULT_TALLY_MAP
  #groups: BeneficiaryGroups = NO_BENEFICIARY_GROUPS
  /** The groups that were looked up by one of their spellings, since the last change of a group. */
  readonly #groupBySpelling = new Map<string, BeneficiaryGroup | undefined>()
  readonly #people = new Map<string, Person>()
  readonly #assignments = new Map<string, { site: string | null; from: Day }[]>()
  /** The first spelling of each purpose. */
  readonly #purposes = new Map<string, string>()
  #listedPurpose: PurposeFinder = purposeFinder([])
  /** The purposes that were looked up by what was typed, since the last change of the list. */
  readonly #purposeByText = new Map<string, PurposeWords>()
  readonly #frozenPeople = new Map<string, string>()
  /** The folded names of ledgers in which Tally has money of people, and the ids of these people. */
  readonly #peopleInTally = new Map<string, Set<string>>()
  readonly #frozenSites = new Map<string, string>()
  /** The people by the names of their ledgers; undefined after a change of people or of the map. */
  #peopleByLedger: Map<string, string[]> | undefined

  readonly #layout: TallyLayout

  constructor(layout: TallyLayout) {
    this.#layout = layout
  }

  get map(): TallyMap {
    return this.#map
  }

  apply(event: LedgerEvent): void {
    const groups = evolveBeneficiaryGroups(this.#groups, event)
    if (groups !== this.#groups) this.#groupBySpelling.clear()
    this.#groups = groups
    switch (event.type) {
      case 'AccountOpened':
        if (event.data.role === 'site_incharge' || event.data.role === 'supervisor')
          this.#setPerson(event.data.account, event.data.profile)
        break
      case 'AccountEdited':
        if (this.#people.has(event.data.account)) this.#setPerson(event.data.account, event.data.after)
        break
      case 'SupervisorAssigned': {
        const { account, after } = event.data
        const recorded = this.#assignments.get(account.id) ?? []
        recorded.push({ site: after.site?.id ?? null, from: after.from })
        this.#assignments.set(account.id, recorded)
        break
      }
      case 'TallyMapChanged':
        this.#map = evolveTallyMap(this.#map, event)
        this.#peopleByLedger = undefined
        break
      case 'PurposesChanged':
        this.#listedPurpose = purposeFinder(event.data.after)
        this.#purposeByText.clear()
        break
      default: {
        const { after } = entryBeforeAndAfter(event)
        const key = after && normalizeName(after.purpose)
        if (key !== undefined && !this.#purposes.has(key)) this.#purposes.set(key, after?.purpose ?? '')
      }
    }
  }

  #setPerson(id: string, profile: AccountProfile): void {
    this.#people.set(id, { name: fullNameOf(profile), site: profile.site })
    this.#peopleByLedger = undefined
  }

  /**
   * Keeps the default names of people and sites as a file for Tally had them.
   * @param named the ids that the file named; without it everybody, as until layout 3
   */
  freeze(named?: NamedInTally): void {
    for (const [id, person] of this.#people) {
      // A person or site with a ledger of the office's choice was in no file by the default name.
      const isByDefault = this.#layout === 1 || !this.#isChosen('person', id)
      const isPersonNamed = named?.people.has(id) ?? true
      if (isPersonNamed && isByDefault && !this.#frozenPeople.has(id) && !this.#isAmbiguous(id, this.#personLedger(id)))
        this.#frozenPeople.set(id, defaultPersonName(person))
      if (named?.people.has(id) ?? this.#frozenPeople.has(id)) this.#addPersonInTally(id)
      const isSiteNamed = named === undefined || (named.sites.has(id) && !this.#isChosen('site', id))
      if (isSiteNamed && !this.#frozenSites.has(id)) this.#frozenSites.set(id, siteNameOf(person))
    }
  }

  #addPersonInTally(id: string): void {
    const ledger = foldTallyName(this.#personLedger(id))
    const people = this.#peopleInTally.get(ledger) ?? new Set()
    this.#peopleInTally.set(ledger, people.add(id))
  }

  /** Returns the incharge of the site where an account works on a day; null where it has none. */
  siteOn(accountId: string, role: string, day: Day): string | null {
    if (role === 'site_incharge') return accountId
    return siteOnDay(
      assignmentPeriodsOf(this.#assignments.get(accountId) ?? [], (site) => site),
      day,
    )
  }

  person(id: string): ResolvedLedger {
    const person = this.#people.get(id)
    const ledger = this.#personLedger(id)
    const name = person === undefined ? id : person.site ? `${person.name} (${person.site})` : person.name
    return this.#resolve('person', id, name, { ledger, group: PERSON_GROUP }, this.#isAmbiguous(id, ledger))
  }

  /** @param id the inner id of its incharge */
  site(id: string): ResolvedLedger {
    const name = siteNameOf(this.#people.get(id) ?? { name: id, site: null })
    return this.#resolve('site', id, name, { ledger: this.#frozenSites.get(id) ?? name, group: null })
  }

  mode(mode: PaymentMode): ResolvedLedger {
    return this.#resolve('mode', mode, mode, defaultModeLedger(mode))
  }

  /**
   * Returns the ledger of an expense: that of its party in any spelling, of its purpose in any word of the list, of all
   * other purposes, or a default.
   * @param layout that of the file: until layout 3 the spelling that names a group, and the name in the list, alone
   */
  expense(purpose: string, party: { id: string; name: string }, layout: TallyLayout): ResolvedLedger {
    const group = this.#groupOf(party.id)
    const spellings = layout < 4 || !group ? [] : [party.id, ...group.members.map(({ id }) => id)]
    const partyLine = this.#chosenId('party', [group?.id ?? party.id, ...spellings])
    if (partyLine !== undefined) return this.#resolve('party', partyLine, group?.name ?? party.name, null)
    const { typedId, listed, wordIds } = this.#purposeOf(purpose)
    const purposeLine = this.#chosenId('purpose', [typedId, ...(layout < 4 ? wordIds.slice(0, 1) : wordIds)])
    if (purposeLine === undefined && this.#chosenId('otherPurposes', ['']) !== undefined)
      return this.#resolve('otherPurposes', '', '', null)
    const purposeId = purposeLine ?? wordIds[0] ?? typedId
    const purposeName = purposeId === typedId ? (this.#purposes.get(typedId) ?? purpose) : (listed ?? purpose)
    return this.#resolve('purpose', purposeId, purposeName, defaultPurposeLedger(purposeName, this.#layout))
  }

  /** Returns whether no entry comes to a chosen line, because another spelling of its party has one before it. */
  isUnreachable({ kind, id }: { kind: TallyLineKind; id: string }): boolean {
    const root = kind === 'party' ? this.#groupOf(id)?.id : undefined
    return root !== undefined && root !== id && this.#chosenId('party', [root]) !== undefined
  }

  #groupOf(spelling: string): BeneficiaryGroup | undefined {
    if (!this.#groupBySpelling.has(spelling))
      this.#groupBySpelling.set(spelling, findBeneficiaryGroup(this.#groups, spelling))
    return this.#groupBySpelling.get(spelling)
  }

  #purposeOf(text: string): PurposeWords {
    const known = this.#purposeByText.get(text)
    if (known) return known
    const listed = this.#listedPurpose(text)
    const wordIds = listed === undefined ? [] : wordsOfPurpose(listed).map(normalizeName)
    const found = { typedId: normalizeName(text), listed: listed?.name, wordIds }
    this.#purposeByText.set(text, found)
    return found
  }

  /** Returns the first of these ids that has a line of the office's choice. */
  #chosenId(kind: TallyLineKind, ids: readonly string[]): string | undefined {
    return ids.find((id) => this.#map.lines.has(tallyLineKey({ kind, id })))
  }

  #resolve(
    kind: TallyLineKind,
    id: string,
    name: string,
    byDefault: TallyTarget | null,
    isAmbiguous = false,
  ): ResolvedLedger {
    const chosen = this.#map.lines.get(tallyLineKey({ kind, id }))?.target
    const line = { kind, id, name }
    if (chosen) return { ...line, target: chosen, isChosen: true, problem: null }
    if (!this.#map.usesDefaults) return { ...line, target: null, isChosen: false, problem: 'no_line' }
    if (isAmbiguous) return { ...line, target: null, isChosen: false, problem: 'ambiguous' }
    return { ...line, target: byDefault, isChosen: false, problem: null }
  }

  /** Returns the name of the ledger of a person, whether or not another one has it. */
  #personLedger(id: string): string {
    const chosen = this.#map.lines.get(tallyLineKey({ kind: 'person', id }))?.target.ledger
    return chosen ?? this.#frozenPeople.get(id) ?? defaultPersonName(this.#people.get(id) ?? { name: id, site: null })
  }

  #isChosen(kind: 'person' | 'site', id: string): boolean {
    return this.#map.lines.has(tallyLineKey({ kind, id }))
  }

  /**
   * Returns whether another person has the ledger, or has money in Tally under its name. A frozen name yields to a
   * chosen or another frozen one alone.
   */
  #isAmbiguous(id: string, ledger: string): boolean {
    const isFrozen = this.#frozenPeople.has(id)
    if (isFrozen && this.#layout === 1) return false
    this.#peopleByLedger ??= Map.groupBy(this.#people.keys(), (each) => foldTallyName(this.#personLedger(each)))
    const folded = foldTallyName(ledger)
    const others = (this.#peopleByLedger.get(folded) ?? []).filter((other) => other !== id)
    if (others.some((other) => !isFrozen || this.#frozenPeople.has(other) || this.#isChosen('person', other)))
      return true
    const inTally = this.#layout < 3 || isFrozen ? [] : [...(this.#peopleInTally.get(folded) ?? [])]
    return inTally.some((other) => other !== id)
  }
}

/** A site without a name has that of its incharge. */
const siteNameOf = ({ name, site }: Person) => tallyName(site === null || site === '' ? name : site)
