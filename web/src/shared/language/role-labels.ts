import { ROLE_LABELS } from '@ledger/contracts/labels/role-labels.ts'
import { inBothLanguages } from './in-both-languages.ts'

export const roleLabels = inBothLanguages(ROLE_LABELS.en, ROLE_LABELS.hi)
