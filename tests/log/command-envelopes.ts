import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import type { CommandEnvelope } from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import type { ModelAccount } from '../model/ledger-model.ts'

/** Submissions of the log's tests. Their answers are the positions of their events. */

const COMMAND_TIME = '2026-04-01T06:30:00.000Z'
const transactionDetails = (paise: number) =>
  ({ paise, date: COMMAND_TIME, purpose: 'Cement', paymentMode: 'cash', narration: '20 bags' }) as const
const asHolder = ({ id, epoch }: Pick<ModelAccount, 'id' | 'epoch'>) => ({
  by: { account: id, epoch },
  now: COMMAND_TIME,
})

export function commandEnvelope(command: Command, key?: { key: string; body?: string }): CommandEnvelope {
  return {
    command,
    meta: {},
    answer: ({ events }) => ({ status: 201, body: JSON.stringify(events.map((event) => event.position)) }),
    ...(key ? { key: { digest: sha256Of(key.key), bodyDigest: sha256Of(key.body ?? 'body') } } : {}),
  }
}
const sha256Of = (text: string) => createHash('sha256').update(text).digest()

export const expenseCommand = (
  who: Pick<ModelAccount, 'id' | 'epoch'>,
  paise: number,
  beneficiary = 'Sharma Traders',
  id: string = randomUUIDv7(),
): Command => ({
  type: 'RecordExpense',
  transaction: id,
  beneficiary,
  details: transactionDetails(paise),
  ...asHolder(who),
})
export const editExpenseCommand = (
  who: Pick<ModelAccount, 'id' | 'epoch'>,
  transaction: string,
  paise: number,
): Command => ({
  type: 'EditTransaction',
  row: { transaction, side: 'own' },
  desk: 'field',
  changes: { paise },
  ...asHolder(who),
})
export const sendMoneyCommand = (who: ModelAccount, to: ModelAccount, paise: number): Command => ({
  type: 'SendMoney',
  transaction: randomUUIDv7(),
  to: to.id,
  details: transactionDetails(paise),
  ...asHolder(who),
})
export const transferCommand = (who: ModelAccount, to: ModelAccount, paise: number): Command => ({
  type: 'TransferMoney',
  transaction: randomUUIDv7(),
  to: to.id,
  details: transactionDetails(paise),
  ...asHolder(who),
})
const ownSide = (transaction: string) => ({ transaction, side: 'own' }) as const
export const askCommand = (who: ModelAccount, transaction: string, question: string): Command => ({
  type: 'QueryEntry',
  row: ownSide(transaction),
  question,
  text: 'Where is the bill?',
  ...asHolder(who),
})
export const answerCommand = (who: ModelAccount, transaction: string, question: string): Command => ({
  type: 'AnswerQuestion',
  row: ownSide(transaction),
  question,
  text: 'In the file',
  bills: [],
  ...asHolder(who),
})
export const closeQuestionCommand = (who: ModelAccount, transaction: string, question: string): Command => ({
  type: 'CloseQuestion',
  row: ownSide(transaction),
  question,
  ...asHolder(who),
})
export const disableAccountCommand = (who: ModelAccount, { id, role }: ModelAccount): Command => ({
  type: 'SetAccountStatus',
  account: id,
  role,
  status: 'disabled',
  ...asHolder(who),
})
const editAccount = (who: ModelAccount, { id, role }: ModelAccount) =>
  ({
    type: 'EditAccount',
    account: id,
    role,
    profile: {},
    newPassword: false,
    newContact: false,
    ...asHolder(who),
  }) as const
export const setPasswordCommand = (who: ModelAccount, whose: ModelAccount): Command => ({
  ...editAccount(who, whose),
  newPassword: true,
})
export const renameAccountCommand = (who: ModelAccount, whose: ModelAccount, firstName: string): Command => ({
  ...editAccount(who, whose),
  profile: { firstName },
})
export const assignSupervisorCommand = (who: ModelAccount, whose: ModelAccount, site: ModelAccount): Command => ({
  ...editAccount(who, whose),
  assignment: { site: site.id, from: '2026-04-01' },
})
