import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import type { BeneficiaryGroup } from '@ledger/contracts/beneficiary-spelling-group.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'

/**
 * The fold of the log for names of beneficiaries: every spelling that was renamed or merged, by its id, in the order of
 * the log. A spelling is a beneficiary of its own, or merged into another one, and these make a tree whose root has the
 * id of the group:
 * - A chain stays a chain. After A into B, and B into C, all three are C. Undoing B takes A along; undoing A takes A
 *   alone, whatever was merged later.
 * - Each spelling keeps the name that it was given while it stood alone. C shows its own; B shows its own again once it
 *   is apart.
 * - A new name is a spelling, too, merged into the renamed one. A group has the name that it was given for as long as
 *   it has that spelling; without it, its first spelling.
 */
export type BeneficiaryGroups = ReadonlyMap<string, Spelling>

interface Spelling {
  /** As the log has it. */
  readonly name: string
  /** The id of the spelling that it is merged into; null for one that stands alone. */
  readonly into: string | null
  /** The name that it was given; null where its first spelling is its name. */
  readonly given: string | null
}

export const NO_BENEFICIARY_GROUPS: BeneficiaryGroups = new Map()

/** Returns the groups after an event. Pure. */
export function evolveBeneficiaryGroups(groups: BeneficiaryGroups, event: NewEvent): BeneficiaryGroups {
  switch (event.type) {
    case 'BeneficiaryRenamed': {
      const { before, after } = event.data
      const known = new Set(before.members.map(({ id }) => id))
      const added = after.members.filter(({ id }) => !known.has(id))
      const next = new Map(withMembers(groups, before))
      for (const { id, name } of added) next.set(id, { name, into: after.id, given: null })
      return changed(next, after.id, { given: after.name })
    }
    case 'BeneficiariesMerged': {
      const { from, into } = event.data
      const known = [into, ...from].reduce(withMembers, groups)
      return from.reduce((next, { id }) => changed(next, id, { into: into.id }), known)
    }
    case 'BeneficiariesUnmerged':
      return withoutMember(groups, event.data.apart.id)
    default:
      return groups
  }
}

/** Returns the groups after a spelling, with all that was merged into it, is apart again. */
export function withoutMember(groups: BeneficiaryGroups, id: string): BeneficiaryGroups {
  const apart = new Set(spellingsUnder(groups, id))
  const next = [...changed(groups, id, { into: null })].map(([each, spelling]): [string, Spelling] => {
    const isNameGone = !apart.has(each) && spelling.given !== null && apart.has(beneficiaryId(spelling.given))
    return [each, isNameGone ? { ...spelling, given: null } : spelling]
  })
  return new Map(next)
}

/** Returns the group that has a spelling; undefined for one that was never renamed or merged. */
export function findBeneficiaryGroup(groups: BeneficiaryGroups, id: string): BeneficiaryGroup | undefined {
  const found = groups.get(id)
  if (!found) return undefined
  if (found.into !== null) return findBeneficiaryGroup(groups, found.into)
  const members = spellingsUnder(groups, id).map((each) => ({ id: each, name: groups.get(each)?.name ?? each }))
  return { id, name: found.given ?? found.name, members }
}

/** Returns a spelling and all that is merged into it, itself first. */
function spellingsUnder(groups: BeneficiaryGroups, id: string): string[] {
  const merged = [...groups].filter(([, { into }]) => into === id)
  return [id, ...merged.flatMap(([each]) => spellingsUnder(groups, each))]
}

/** Returns the groups with the members of a group that had no event yet: they stand alone. */
function withMembers(groups: BeneficiaryGroups, { members }: BeneficiaryGroup): BeneficiaryGroups {
  const added = members.filter(({ id }) => !groups.has(id))
  return new Map([
    ...groups,
    ...added.map(({ id, name }): [string, Spelling] => [id, { name, into: null, given: null }]),
  ])
}

function changed(groups: BeneficiaryGroups, id: string, change: Partial<Spelling>): BeneficiaryGroups {
  const before = groups.get(id)
  return before === undefined ? groups : new Map([...groups, [id, { ...before, ...change }]])
}
