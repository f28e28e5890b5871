import type { TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { parsePublicId } from '@ledger/contracts/public-account-id.ts'

export function payeeName({ firstName, lastName }: TransferPayee): string {
  return `${firstName} ${lastName}`.trim()
}

/** The whole mobile number, which is in the public id (§3). */
export function payeeMobile({ id }: TransferPayee): string {
  return parsePublicId(id)?.mobile ?? ''
}
