import type { Role } from '@ledger/contracts/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '../../shared/api/api-client.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { parseAuditEvent } from '../sentences/parse-event.ts'
import { openedAccountsQuery } from './audit-queries.ts'

export interface OpenedAccount {
  /** Inner id. */
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly site: string | null
}

/** Returns every account that ever existed, with the name, role and site of its opening, in the order of names. */
export function useOpenedAccounts(): readonly OpenedAccount[] {
  const { data } = useQuery(openedAccountsQuery)
  return (
    useNameOrder(
      useMemo(() => data && accountsOpenedBy(data), [data]),
      nameOfAccount,
    ) ?? []
  )
}

const nameOfAccount = ({ name }: OpenedAccount) => name

function accountsOpenedBy(events: AnswerOf<'auditEvents'>['events']): OpenedAccount[] {
  return events.flatMap((event) => {
    const opened = parseAuditEvent(event)
    if (opened?.type !== 'AccountOpened') return []
    const { account, profile, role } = opened.data
    return { id: account, name: `${profile.firstName} ${profile.lastName}`.trim(), role, site: profile.site }
  })
}
