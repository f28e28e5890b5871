import { randomUUIDv7 } from 'node:crypto'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import { maskMobile } from '@ledger/contracts/text/mask-mobile.ts'
import { insertCredentialStatements, mobileSignInName } from '@ledger/ledger-service/access/credential-store.ts'
import type { AppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'

export interface OpenedAccount {
  id: string
  mobile: string
  /** The epoch of the first password. */
  epoch: number
}

const MAX_CONCURRENT_OPENINGS = 500

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
  for (let from = 0; from < count; from += MAX_CONCURRENT_OPENINGS)
    await Promise.all(
      accounts
        .slice(from, from + MAX_CONCURRENT_OPENINGS)
        .map((account) => openOneAccount(log, companyId, account, given)),
    )
  return accounts
}

async function openOneAccount(
  log: AppendLog,
  companyId: string,
  { id, mobile }: OpenedAccount,
  { passwordHash, role = 'site_incharge' }: Pick<Opening, 'passwordHash' | 'role'>,
): Promise<void> {
  const signInName = mobileSignInName(mobile)
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
      by: { system: SYSTEM_ACTOR },
      now: new Date().toISOString(),
    },
    meta: {},
    sideStatements: insertCredentialStatements({
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
