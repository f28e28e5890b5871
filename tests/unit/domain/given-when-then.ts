import { EVENT_DATA_SCHEMAS, type NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import { type Command, mayRemoveAdmin } from '@ledger/ledger-service/domain/commands.ts'
import { decide } from '@ledger/ledger-service/domain/decide.ts'
import { trialBalance } from '@ledger/ledger-service/domain/money/postings.ts'
import { expect } from 'vitest'
import { ReplayedState } from './replayed-state.ts'

/**
 * `given(events…).when(command).thenRecords(events…)` or `.thenRefuses(code)`. Recorded events must have the shape of
 * the contract and postings that sum to zero. (Not `then`: an object with that method counts as a promise.)
 */
export function given(...history: NewEvent[]) {
  const books = ReplayedState.from(history)
  const story = {
    /** Sign-in names are not in the history: they come with the state. */
    andSignInName(name: string, account: string) {
      books.signInNames.set(name, account)
      return story
    },
    when(command: Command) {
      books.countsAdmins = mayRemoveAdmin(command)
      const decision = decide(books, command)
      return {
        thenRecords(...expected: NewEvent[]) {
          expect(decision).toEqual({ actor: expect.anything(), events: expected })
          if ('events' in decision) for (const event of decision.events) expectSound(event)
        },
        thenRefuses(code: ErrorCode) {
          expect(decision).toEqual({ refused: code })
        },
      }
    },
  }
  return story
}

function expectSound(event: NewEvent): void {
  expect(EVENT_DATA_SCHEMAS[event.type].parse(event.data)).toEqual(event.data)
  if ('postings' in event.data) expect(trialBalance(event.data.postings)).toBe(0)
}
