import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { MAX_SPELLINGS } from '@ledger/contracts/beneficiary-spelling-group.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { findBeneficiaryGroup } from '@ledger/ledger-service/domain/beneficiaries/beneficiary-groups-state.ts'
import type { BeneficiaryChange } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { findRuleViolation } from '@ledger/ledger-service/domain/imported-event-rules.ts'
import { describe, expect, test } from 'vitest'
import { eventPage } from '../projections/sample-event-page.ts'
import { given } from './given-when-then.ts'
import { ReplayedState } from './replayed-state.ts'
import * as p from './sample-events.ts'

const { ASHA, MEERA, everyAccountOpened, sampleUuid } = p
const paidTo = (name: string, index: number): NewEvent => {
  const beneficiary = { id: beneficiaryId(name), name }
  return p.transactionRecorded(sampleUuid(100 + index), { ...p.sampleDebit(ASHA, 100), beneficiary })
}
const paid = [...everyAccountOpened, ...['A', 'B', 'C', 'D'].map(paidTo)]

const rename = (id: string, name: string) => ({ type: 'RenameBeneficiary', beneficiary: id, name }) as const
const merge = (from: string[], into: string) => ({ type: 'MergeBeneficiaries', from, into }) as const
const unmerge = (beneficiary: string) => ({ type: 'UnmergeBeneficiary', beneficiary }) as const
const asked = (change: BeneficiaryChange) => ({ ...change, ...p.askedByAccount(MEERA) })

/** Returns the state after changes, each of which is accepted. */
function after(...changes: BeneficiaryChange[]): ReplayedState {
  const state = ReplayedState.from(paid)
  for (const change of changes) {
    const decision = decide(state, asked(change))
    if ('refused' in decision) throw new Error(`${change.type} was refused: ${decision.refused}`)
    for (const event of decision.events) state.record(event, p.sampleActor(MEERA))
  }
  return state
}
/** Returns name and spellings of the group of each id; undefined where it was never changed. */
function groups(state: ReplayedState, ...ids: string[]) {
  return ids.map((id) => {
    const group = findBeneficiaryGroup(state.folded.beneficiaryGroups, id)
    return group && `${group.name}: ${group.members.map(({ name }) => name).join(' ')}`
  })
}
const refusal = (state: ReplayedState, change: BeneficiaryChange) => {
  const decision = decide(state, asked(change))
  return 'refused' in decision ? decision.refused : undefined
}

const alone = (name: string) => ({ id: beneficiaryId(name), name, members: [{ id: beneficiaryId(name), name }] })

describe('a merge', () => {
  test('holds both groups as they were, and its undoing as they are', () => {
    const merged: NewEvent = { type: 'BeneficiariesMerged', data: { from: [alone('A')], into: alone('B') } }
    const before = { ...alone('B'), members: [...alone('B').members, ...alone('A').members] }
    given(...paid)
      .when(asked(merge(['b:a'], 'b:b')))
      .thenRecords(merged)
    given(...paid, merged)
      .when(asked(unmerge('b:a')))
      .thenRecords({ type: 'BeneficiariesUnmerged', data: { before, after: alone('B'), apart: alone('A') } })
  })

  test('takes the whole group of each id, each once', () => {
    const state = after(merge(['b:a'], 'b:b'), merge(['b:a', 'b:b', 'b:d'], 'b:c'))
    expect(groups(state, 'b:a', 'b:b', 'b:c', 'b:d')).toEqual(Array(4).fill('C: C B A D'))
  })

  test('is refused with itself and with what was never paid', () => {
    const state = after(merge(['b:a'], 'b:b'))
    for (const [from, into] of [
      [['b:a'], 'b:a'],
      [['b:a'], 'b:b'],
      [['b:c', 'b:b'], 'b:a'],
    ] as const)
      expect(refusal(state, merge([...from], into))).toBe('same_beneficiary')
    expect(refusal(state, merge(['b:x'], 'b:b'))).toBe('not_found')
    expect(refusal(state, merge(['b:a', 'b:c'], 'b:x'))).toBe('not_found')
  })
})

describe('the most spellings of a beneficiary', () => {
  const names = Array.from({ length: MAX_SPELLINGS + 1 }, (_, index) => `N${index}`)
  const [into = '', ...from] = names.map(beneficiaryId)
  const history = [...everyAccountOpened, ...names.map(paidTo)]
  /** Returns the state after a merge that leaves so many spellings. */
  const withSpellings = (count: number) => {
    const members = names.slice(0, count).map(alone)
    const [first = alone(''), ...others] = members
    const merged: NewEvent = { type: 'BeneficiariesMerged', data: { from: others, into: first } }
    return ReplayedState.from([...history, merged])
  }

  test('are reached by a merge, and not exceeded', () => {
    const state = ReplayedState.from(history)
    expect(refusal(state, merge(from.slice(1), into))).toBeUndefined()
    expect(refusal(state, merge(from, into))).toBe('too_many_spellings')
  })

  test('are reached by a new name, and not exceeded; a spelling that it has is no further one', () => {
    expect(refusal(withSpellings(MAX_SPELLINGS - 1), rename(into, 'Any'))).toBeUndefined()
    const full = withSpellings(MAX_SPELLINGS)
    expect(refusal(full, rename(into, 'Any'))).toBe('too_many_spellings')
    expect(refusal(full, rename(into, 'N7'))).toBeUndefined()
  })
})

describe('a chain', () => {
  const chain = [merge(['b:a'], 'b:b'), merge(['b:b'], 'b:c')] as const

  test('undoing the later merge takes the earlier one along', () => {
    expect(groups(after(...chain, unmerge('b:b')), 'b:a', 'b:b', 'b:c')).toEqual(['B: B A', 'B: B A', 'C: C'])
  })

  test('undoing the earlier merge takes it alone, and both leave each by itself', () => {
    expect(groups(after(...chain, unmerge('b:a')), 'b:a', 'b:b', 'b:c')).toEqual(['A: A', 'C: C B', 'C: C B'])
    const apart = after(...chain, unmerge('b:a'), unmerge('b:b'))
    expect(groups(apart, 'b:a', 'b:b', 'b:c')).toEqual(['A: A', 'B: B', 'C: C'])
    expect(groups(after(...chain, unmerge('b:b'), unmerge('b:a')), 'b:a', 'b:b')).toEqual(['A: A', 'B: B'])
  })

  test('only a spelling that is merged into another one is taken apart', () => {
    for (const id of ['b:c', 'b:d']) expect(refusal(after(...chain), unmerge(id))).toBe('not_merged')
    expect(refusal(after(...chain), unmerge('b:x'))).toBe('not_found')
  })
})

describe('a new name', () => {
  test('is one more spelling, and stays with the beneficiary', () => {
    const state = after(rename('b:a', 'Alpha'), rename('b:a', 'Alpha Traders'))
    expect(groups(state, 'b:a', 'b:alpha', 'b:alpha traders')).toEqual(
      Array(3).fill('Alpha Traders: A Alpha Alpha Traders'),
    )
    expect(refusal(state, rename('b:b', 'alpha'))).toBe('beneficiary_name_in_use')
  })

  test('is refused where another beneficiary has it, whatever its case and spaces', () => {
    expect(refusal(after(), rename('b:a', ' b '))).toBe('beneficiary_name_in_use')
    expect(refusal(after(merge(['b:b'], 'b:c')), rename('b:a', 'B'))).toBe('beneficiary_name_in_use')
    expect(refusal(after(), rename('b:x', 'Any'))).toBe('not_found')
  })

  test('may be a spelling of the group, or differ in its case alone; the same one again records nothing', () => {
    expect(groups(after(merge(['b:a'], 'b:b'), rename('b:b', 'A')), 'b:b')).toEqual(['A: B A'])
    expect(groups(after(rename('b:a', 'a')), 'b:a')).toEqual(['a: A'])
    given(...paid)
      .when(asked(rename('b:a', 'A')))
      .thenRecords()
  })

  test('that is a spelling of the group adds none, in the history either', () => {
    const before = { ...alone('B'), members: [...alone('B').members, ...alone('A').members] }
    given(...paid, { type: 'BeneficiariesMerged', data: { from: [alone('A')], into: alone('B') } })
      .when(asked(rename('b:b', 'A')))
      .thenRecords({ type: 'BeneficiaryRenamed', data: { before, after: { ...before, name: 'A' } } })
  })

  test('any spelling stands for the group', () => {
    expect(groups(after(merge(['b:a'], 'b:b'), rename('b:a', 'Beta')), 'b:a')).toEqual(['Beta: B A Beta'])
  })

  test('is kept while it is merged into another one, and shown once it is apart again', () => {
    const merged = [rename('b:a', 'Alpha'), merge(['b:a'], 'b:b')]
    expect(groups(after(...merged), 'b:a')).toEqual(['B: B A Alpha'])
    expect(groups(after(...merged, unmerge('b:a')), 'b:a', 'b:b')).toEqual(['Alpha: A Alpha', 'B: B'])
  })

  test('goes with its spelling, and the first one is the name again', () => {
    const named = [merge(['b:a'], 'b:b'), rename('b:b', 'A')]
    expect(groups(after(...named, unmerge('b:a')), 'b:a', 'b:b')).toEqual(['A: A', 'B: B'])
    expect(groups(after(...named, unmerge('b:a'), merge(['b:a'], 'b:b')), 'b:b')).toEqual(['B: B A'])
  })

  test('that was taken back and never paid is free again', () => {
    const state = after(rename('b:a', 'Alpha'), unmerge('b:alpha'))
    expect(groups(state, 'b:a')).toEqual(['A: A'])
    expect(refusal(state, merge(['b:alpha'], 'b:b'))).toBe('not_found')
    expect(groups(after(rename('b:a', 'Alpha'), unmerge('b:alpha'), rename('b:b', 'Alpha')), 'b:b')).toEqual([
      'Alpha: B Alpha',
    ])
  })
})

test('an imported log has only changes that a decision could make', () => {
  const changes = [rename('b:a', 'Alpha'), merge(['b:b'], 'b:a'), merge(['b:a'], 'b:c'), unmerge('b:b'), unmerge('b:a')]
  const state = ReplayedState.from(paid)
  for (const change of changes) {
    const decision = decide(state, asked(change))
    const [event] = 'events' in decision ? decision.events : []
    if (!event) throw new Error('It is accepted')
    const [recorded] = eventPage(event)
    expect(recorded && findRuleViolation(recorded, state)).toBeUndefined()
    const forged = JSON.parse(JSON.stringify(event).replaceAll('"name":"A"', '"name":"Z"'))
    if (JSON.stringify(forged) !== JSON.stringify(event) && state.folded.beneficiaryGroups.size > 0)
      expect(findRuleViolation(eventPage(forged)[0] ?? forged, state)).toMatch(/names or merges beneficiaries/)
    state.record(event, p.sampleActor(MEERA))
  }
  const [again] = eventPage({ type: 'BeneficiariesMerged', data: { from: [alone('A')], into: alone('A') } })
  expect(again && findRuleViolation(again, state)).toMatch(/names or merges beneficiaries/)
})
