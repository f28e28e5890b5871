import type { SiteUser } from '@ledger/contracts/shapes.ts'

/** A person's name in one piece; `lastName` may be empty (api.md). */
export function nameOf({ firstName, lastName }: Pick<SiteUser, 'firstName' | 'lastName'>): string {
  return lastName === '' ? firstName : `${firstName} ${lastName}`
}
