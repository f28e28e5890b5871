import { findAttachableBills } from '@ledger/bills/bill-records.ts'
import { ATTACH_AGAIN_MESSAGE, type Bill } from '@ledger/contracts/bill-schemas.ts'
import type { FastifyRequest } from 'fastify'
import type { CompanyContext } from '../company-context.ts'
import { InvalidRequest } from '../errors.ts'
import { currentUser } from '../plugins/session.ts'

/**
 * Returns the bills that a body names: each was uploaded by the caller, or is on the entry already.
 * @throws InvalidRequest for any other bill
 */
export async function resolveBills(
  { db, companyId }: CompanyContext,
  request: FastifyRequest,
  ids: readonly string[] = [],
  already: readonly Bill[] = [],
): Promise<Bill[]> {
  const known = new Map(already.map((bill) => [bill.id, bill]))
  const added = await findAttachableBills(
    db,
    companyId,
    currentUser(request).accountId,
    ids.filter((id) => !known.has(id)),
  )
  if (!added) throw new InvalidRequest({ path: 'bills', message: ATTACH_AGAIN_MESSAGE })
  for (const bill of added) known.set(bill.id, bill)
  return ids.flatMap((id) => known.get(id) ?? [])
}
