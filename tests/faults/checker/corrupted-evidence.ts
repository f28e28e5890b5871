import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { RecordedCall } from './call-history.ts'
import { commandMark, type FaultRunEvidence } from './invariant-checker.ts'

type EvidenceCorruption = (evidence: FaultRunEvidence) => Partial<FaultRunEvidence>

/** Breaches planted into the evidence of a good run, with the promise that each breaks. */
export const CORRUPTIONS: Record<string, { breach: string; spoil: EvidenceCorruption }> = {
  'an acknowledged expense that is not in the log': {
    breach: 'I1',
    spoil: ({ log, calls }) => ({ log: log.filter((event) => event !== eventOf(log, callsWithOutcome(calls, 'ok'))) }),
  },
  'an acknowledged expense that is in the log twice': {
    breach: 'I1',
    spoil: ({ log, calls }) => ({ log: [...log, eventOf(log, callsWithOutcome(calls, 'ok'))] }),
  },
  'a call that was never settled': {
    breach: 'I2',
    spoil: ({ calls }) => ({ calls: withCallChanged(calls, callsWithOutcome(calls, 'ok'), { outcome: 'unknown' }) }),
  },
  'an unknown call that was recorded twice': {
    breach: 'I2',
    spoil: ({ log, calls }) => ({ log: [...log, eventOf(log, unknownAtFirst(calls))] }),
  },
  'a refused call that is in the log': {
    breach: 'I3',
    spoil: ({ calls }) => ({ calls: withCallChanged(calls, callsWithOutcome(calls, 'ok'), { outcome: 'refused' }) }),
  },
  'a posting of one side only': {
    breach: 'I4',
    spoil: ({ log }) => ({
      log: editedData(log, 'DebitRecorded', (data) => ({ ...data, postings: data.postings.slice(1) })),
    }),
  },
  'a transfer of more than there was': {
    breach: 'I5',
    spoil: ({ log }) => ({
      log: editedData(log, 'TransferRecorded', (data) => ({
        ...data,
        entry: { ...data.entry, paise: 99_999_999_999 },
      })),
    }),
  },
  'a state for deciding that is not the fold': {
    breach: 'I6',
    spoil: ({ kept }) => ({
      kept: {
        ...kept,
        accounts: new Map(
          [...kept.accounts].map(([id, state]) => [id, { ...state, spentPaise: state.spentPaise + 1 }]),
        ),
      },
    }),
  },
  'a balance that is shown from before': {
    breach: 'I6',
    spoil: ({ balances }) => ({
      balances: new Map([...balances].map(([id, balance]) => [id, { ...balance, totalSpent: '0.01' }])),
    }),
  },
  'a read model that stopped early': {
    breach: 'I6',
    spoil: ({ readModels }) => ({
      readModels: {
        ...readModels,
        projections: readModels.projections.map((projection) => ({ ...projection, position: projection.position - 1 })),
      },
    }),
  },
  'a gap in the positions': {
    breach: 'I7',
    spoil: ({ log }) => ({ log: log.toSpliced(Math.floor(log.length / 2), 1) }),
  },
  'a byte of an event that was changed': {
    breach: 'I7',
    spoil: ({ log }) => ({
      log: log.map((event, index) => (index === 3 ? { ...event, meta: `${event.meta} ` } : event)),
    }),
  },
  'a time that falls': {
    breach: 'I7',
    spoil: ({ log }) => ({
      log: log.map((event, index) =>
        index === log.length - 1 ? { ...event, recordedAt: '2000-01-01T00:00:00.000Z' } : event,
      ),
    }),
  },
  'a later call that stands before an earlier one': {
    breach: 'I8',
    spoil: ({ calls }) => ({ calls: withCallChanged(calls, lastOf(calls), { sentAt: -2, answeredAt: -1 }) }),
  },
  'a key that answers otherwise the second time': {
    breach: 'I10',
    spoil: ({ calls }) => ({
      calls: withCallChanged(calls, lastOf(calls), { repeatedAnswer: { status: 201, answer: '{}' } }),
    }),
  },
}

export function corruptEvidence(
  name: string,
  evidence: FaultRunEvidence,
): { spoilt: FaultRunEvidence; breach: string } {
  const planted = CORRUPTIONS[name]
  if (!planted) throw new RangeError(`There is no such fault: ${name}`)
  return { spoilt: { ...evidence, ...planted.spoil(evidence) }, breach: planted.breach }
}

function withCallChanged(calls: RecordedCall[], one: RecordedCall, change: Partial<RecordedCall>): RecordedCall[] {
  return calls.map((call) => (call === one ? { ...call, ...change } : call))
}

const callsWithOutcome = (calls: RecordedCall[], outcome: RecordedCall['outcome']) =>
  requireFound(calls.find((call) => call.op === 'expense' && call.outcome === outcome && !call.wasUnknown))
const unknownAtFirst = (calls: RecordedCall[]) =>
  requireFound(calls.find((call) => call.outcome === 'ok' && call.wasUnknown))
const lastOf = (calls: RecordedCall[]) =>
  requireFound(calls.findLast((call) => call.outcome === 'ok' && !call.wasUnknown))
const eventOf = (log: ChainedEvent[], call: RecordedCall) =>
  requireFound(log.find((event) => commandMark(decodeEvent(event)) === call.mark))

type DataOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { type: Type }>['data']

/** Returns the log with changed data in the first event of a type. */
function editedData<Type extends LedgerEvent['type']>(
  log: ChainedEvent[],
  type: Type,
  edit: (data: DataOf<Type>) => DataOf<Type>,
): ChainedEvent[] {
  const first = requireFound(log.find((event) => event.type === type))
  const data = JSON.stringify(edit(JSON.parse(first.data)))
  return log.map((event) => (event === first ? { ...event, data } : event))
}

function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The run left nothing of the kind behind')
  return found
}
