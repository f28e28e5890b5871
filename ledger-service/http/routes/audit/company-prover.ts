import { openProver } from '../../../proof/merkle/merkle-prover.ts'
import { perCompany } from '../../per-company.ts'

/** The proofs of a company's log: the roots of subtrees that one proof has computed serve the next. */
export const proverOf = perCompany(({ officeDb, companyId }) => openProver(officeDb, companyId))
