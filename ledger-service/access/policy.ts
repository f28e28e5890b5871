import type { Role } from '@ledger/contracts/roles.ts'
import type { RouteName } from '@ledger/contracts/routes.ts'

/** Who may call what (§6 and api.md). Whose things somebody may see or change is decided where the thing is known. */
export const POLICY: Record<RouteName, readonly Role[] | 'anyone'> = {
  adminLogin: 'anyone',
  adminLogout: 'anyone',
  adminAuth: ['admin', 'auditor'],
  adminSites: ['admin', 'auditor'],
  createSiteUser: ['admin'],
  sendMoney: ['admin'],
  siteLogin: 'anyone',
  siteLogout: 'anyone',
  siteAuth: ['site_incharge', 'supervisor'],
  siteBalance: ['site_incharge', 'supervisor'],
  siteTransactions: ['site_incharge', 'supervisor'],
  recordExpense: ['site_incharge', 'supervisor'],
  siteBeneficiaries: ['site_incharge', 'supervisor'],
}
