import { randomUUIDv7 } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import { maskMobile } from '@ledger/contracts/roles.ts'
import { credentialStatements, mobileName } from '@ledger/ledger-service/access/credentials.ts'
import type { AppendLog } from '@ledger/ledger-service/event-store/append.ts'

export interface OpenedAccount {
  id: string
  mobile: string
  /** Of the first password. */
  epoch: number
}

const AT_ONCE = 500

/** Opens so many site incharges as the admin would, all with the password of one hash, so that its cost is paid once. */
export async function openAccounts(
  log: AppendLog,
  companyId: string,
  { count, passwordHash }: { count: number; passwordHash: string },
): Promise<OpenedAccount[]> {
  const accounts = Array.from({ length: count }, (_, index) => ({
    id: randomUUIDv7(),
    mobile: String(9_000_000_000 + index),
    epoch: 1,
  }))
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      accounts.slice(from, from + AT_ONCE).map((account) => open(log, companyId, account, passwordHash)),
    )
  return accounts
}

async function open(log: AppendLog, companyId: string, account: OpenedAccount, passwordHash: string): Promise<void> {
  const { id, mobile } = account
  const signInName = mobileName(mobile)
  const profile = { firstName: 'Rajesh', lastName: `Patidar ${mobile.slice(-5)}`, site: 'Vijay Nagar Plaza' }
  const { status } = await log.submit({
    command: {
      type: 'OpenAccount',
      account: id,
      role: 'site_incharge',
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
