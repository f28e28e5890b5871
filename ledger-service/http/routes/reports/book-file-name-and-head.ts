import type { Language } from '@ledger/contracts/languages.ts'
import type { BookHead } from '../../../exports/books/book.ts'
import type { CompanyContext } from '../../company-context.ts'

/** The content type of each format of a file. */
export const FILE_CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

/** Returns what stands in the head of a book that is made now. */
export async function readBookHead(
  { officeDb: db, companyId, clock }: CompanyContext,
  language: Language,
): Promise<BookHead> {
  const named = await db.selectFrom('companies').select('name').where('company_id', '=', companyId).executeTakeFirst()
  return { language, company: named?.name ?? '', madeAt: clock() }
}

/**
 * Returns the name of a file, in English and without names of people: a file's name spreads further than its content.
 */
export const bookFileName = (kind: string, { from, to }: { from?: string | undefined; to?: string | undefined }) =>
  `${kind} ${from ?? 'beginning'} to ${to ?? 'now'}`
