import { billsToName } from '@ledger/bills/kept.ts'
import { ATTACH_AGAIN, type Bill } from '@ledger/contracts/bills.ts'
import type { FastifyRequest } from 'fastify'
import { Invalid } from './errors.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/**
 * Returns the bills that a body names: each was uploaded by the caller, or is on the entry already.
 * @throws Invalid for any other bill
 */
export async function billsNamed(
  { db, companyId }: Service,
  request: FastifyRequest,
  ids: readonly string[] = [],
  already: readonly Bill[] = [],
): Promise<Bill[]> {
  const known = new Map(already.map((bill) => [bill.id, bill]))
  const added = await billsToName(
    db,
    companyId,
    askerOf(request).accountId,
    ids.filter((id) => !known.has(id)),
  )
  if (!added) throw new Invalid({ path: 'bills', message: ATTACH_AGAIN })
  for (const bill of added) known.set(bill.id, bill)
  return ids.flatMap((id) => known.get(id) ?? [])
}
