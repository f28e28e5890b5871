import { readPublicId } from '@ledger/contracts/roles.ts'
import type { Payee } from '@ledger/contracts/shapes.ts'

export function nameOf({ firstName, lastName }: Payee): string {
  return `${firstName} ${lastName}`.trim()
}

/** The whole mobile number, which is in the public id (§3). */
export function mobileOf({ id }: Payee): string {
  return readPublicId(id)?.mobile ?? ''
}
