import { randomUUIDv7 } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import { type FieldRole, maskMobile } from '@ledger/contracts/roles.ts'
import { credentialStatements, mobileName } from '@ledger/ledger-service/access/credentials.ts'
import type { AppendLog } from '@ledger/ledger-service/event-store/append.ts'

export interface OpenedAccount {
  id: string
  mobile: string
  /** The epoch of the first password. */
  epoch: number
}

const AT_ONCE = 500

interface Opening {
  count: number
  passwordHash: string
  role?: FieldRole
  firstMobile?: number
}

/** Opens the given number of accounts as the admin would. They share one password hash, so its cost is paid once. */
export async function openAccounts(
  log: AppendLog,
  companyId: string,
  { count, firstMobile = 9_000_000_000, ...given }: Opening,
): Promise<OpenedAccount[]> {
  const accounts = Array.from({ length: count }, (_, index) => ({
    id: randomUUIDv7(),
    mobile: String(firstMobile + index),
    epoch: 1,
  }))
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(accounts.slice(from, from + AT_ONCE).map((account) => open(log, companyId, account, given)))
  return accounts
}

async function open(
  log: AppendLog,
  companyId: string,
  { id, mobile }: OpenedAccount,
  { passwordHash, role = 'site_incharge' }: Pick<Opening, 'passwordHash' | 'role'>,
): Promise<void> {
  const signInName = mobileName(mobile)
  const profile = {
    firstName: 'Rajesh',
    lastName: `Patidar ${mobile.slice(-5)}`,
    site: role === 'supervisor' ? null : 'Vijay Nagar Plaza',
  }
  const { status } = await log.submit({
    command: {
      type: 'OpenAccount',
      account: id,
      role,
      profile: { ...profile, mobile: maskMobile(mobile) },
      signInName,
      by: { system: SYSTEM },
      now: new Date().toISOString(),
    },
    meta: {},
    alongside: credentialStatements({
      companyId,
      accountId: id,
      signInName,
      mobile,
      passwordHash,
      email: undefined,
      visible: undefined,
    }),
    answer: () => ({ status: 201, body: '' }),
  })
  if (status !== 201) throw new Error(`An account could not be opened: ${status}`)
}
