import { openProver } from '../../../proof/merkle/merkle-prover.ts'
import { cachePerCompany } from '../../cache-per-company.ts'

/** The proofs of a company's log: the roots of subtrees that one proof has computed serve the next. */
export const proverOf = cachePerCompany(({ officeDb, companyId }) => openProver(officeDb, companyId))
