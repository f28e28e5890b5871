import type { Role } from '@ledger/contracts/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { parseAuditEvent } from '../sentences/parse-event.ts'
import { openedAccountsQuery } from './audit-queries.ts'

export interface OpenedAccount {
  /** Inner id. */
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly site: string | null
}

/** Returns every account that ever existed, with the name, role and site of its opening, sorted by name. */
export function useOpenedAccounts(): OpenedAccount[] {
  const { data = [] } = useQuery(openedAccountsQuery)
  return data
    .flatMap((event) => {
      const opened = parseAuditEvent(event)
      if (opened?.type !== 'AccountOpened') return []
      const { account, profile, role } = opened.data
      return { id: account, name: `${profile.firstName} ${profile.lastName}`.trim(), role, site: profile.site }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}
