import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { Submission } from '@ledger/ledger-service/event-store/submission.ts'
import type { Holder } from '../model/model.ts'

/** Submissions of the log's tests. They answer with the positions that they were given. */

const NOW = '2026-04-01T06:30:00.000Z'
const details = (paise: number) =>
  ({ paise, date: NOW, purpose: 'Cement', paymentMode: 'cash', narration: '20 bags' }) as const
const by = ({ id, epoch }: Pick<Holder, 'id' | 'epoch'>) => ({ by: { account: id, epoch }, now: NOW })

export function submission(command: Command, key?: { key: string; body?: string }): Submission {
  return {
    command,
    meta: {},
    answer: ({ events }) => ({ status: 201, body: JSON.stringify(events.map((event) => event.position)) }),
    ...(key ? { key: { digest: digest(key.key), bodyDigest: digest(key.body ?? 'body') } } : {}),
  }
}
const digest = (text: string) => createHash('sha256').update(text).digest()

export const expense = (
  who: Pick<Holder, 'id' | 'epoch'>,
  paise: number,
  beneficiary = 'Sharma Traders',
  id: string = randomUUIDv7(),
): Command => ({
  type: 'RecordExpense',
  transaction: id,
  beneficiary,
  details: details(paise),
  ...by(who),
})
export const edit = (who: Pick<Holder, 'id' | 'epoch'>, transaction: string, paise: number): Command => ({
  type: 'EditTransaction',
  row: { transaction, side: 'own' },
  desk: 'field',
  changes: { paise },
  ...by(who),
})
export const sendMoney = (who: Holder, to: Holder, paise: number): Command => ({
  type: 'SendMoney',
  transaction: randomUUIDv7(),
  to: to.id,
  details: details(paise),
  ...by(who),
})
export const transfer = (who: Holder, to: Holder, paise: number): Command => ({
  type: 'TransferMoney',
  transaction: randomUUIDv7(),
  to: to.id,
  details: details(paise),
  ...by(who),
})
export const disable = (who: Holder, { id, role }: Holder): Command => ({
  type: 'SetAccountStatus',
  account: id,
  role,
  status: 'disabled',
  ...by(who),
})
const editAccount = (who: Holder, { id, role }: Holder) =>
  ({ type: 'EditAccount', account: id, role, profile: {}, newPassword: false, newContact: false, ...by(who) }) as const
export const setPassword = (who: Holder, whose: Holder): Command => ({ ...editAccount(who, whose), newPassword: true })
export const rename = (who: Holder, whose: Holder, firstName: string): Command => ({
  ...editAccount(who, whose),
  profile: { firstName },
})
