import { ROLE_WORDS } from '@ledger/contracts/role-words.ts'
import { inBothLanguages } from './words.ts'

export const roleWords = inBothLanguages(ROLE_WORDS.en, ROLE_WORDS.hi)
