import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import { personFullName } from '../people/person-and-site-names.ts'

/** An account to choose from. */
export interface AccountChoice {
  id: string
  name: string
  label: string
  site: string | undefined
}

/** Returns the accounts of a role whose books can be chosen, in the order of their names. */
export function useLedgerAccounts(of: FieldRole) {
  const sites = useQuery({ ...sitesQuery, enabled: of === 'site_incharge' })
  const supervisors = useQuery({ ...allSupervisorsQuery, enabled: of === 'supervisor' })
  const { data, error, refetch } = of === 'supervisor' ? supervisors : sites
  const inOrder = useNameOrder<SiteUser | Supervisor>(data, personFullName)
  return {
    data: inOrder?.map((one): AccountChoice => {
      const site = 'siteName' in one && typeof one.siteName === 'string' ? one.siteName : undefined
      const name = personFullName(one)
      return { id: one.id, name, site, label: site === undefined ? name : `${name}, ${site}` }
    }),
    error,
    retry: () => void refetch(),
  }
}
