import { isPrintable } from '@ledger/contracts/text.ts'

const LONGEST_NAME = 100

/** Whether a company may be called so: one line, of characters that can be printed. */
export const isCompanyName = (name: string | undefined): name is string =>
  name !== undefined && name.trim() !== '' && name.length <= LONGEST_NAME && isPrintable(name)
