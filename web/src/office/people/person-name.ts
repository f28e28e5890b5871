import type { SiteUser } from '@ledger/contracts/http/responses.ts'

/** A person's name in one piece; `lastName` may be empty (api.md). */
export function personFullName({ firstName, lastName }: Pick<SiteUser, 'firstName' | 'lastName'>): string {
  return lastName === '' ? firstName : `${firstName} ${lastName}`
}
