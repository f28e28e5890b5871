import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { WORKLISTS } from '@ledger/contracts/http/worklists/worklist-names.ts'
import type { HttpReply, TestClient } from '../../environment/network/http-client.ts'
import type { SharedIds, SignedInPeople } from './identical-companies.ts'

/** The answers that one company shows to each reader: every reading call, with each of its filters. */

export type ReadingRole = 'admin' | 'auditor' | 'incharge' | 'supervisor'

/** Keyed by the reader and the call. */
export type RepliesByReaderAndPath = Map<string, HttpReply>

/** A query with a word that only the other company's texts have; it must find nothing here. */
const searchQuery = (word: string) => `?q=${word}`

function officePaths({ incharge, supervisor, edited, deleted, bills, payee }: SharedIds, word: string): string[] {
  const account = `?account=${incharge}`
  const today = '?from=2026-01-01&to=2099-12-31'
  return [
    ROUTES.adminAuth.path,
    ...['', searchQuery(word)].flatMap((query) => [
      ROUTES.adminSites.path + query,
      ROUTES.adminSupervisors.path + query,
      ROUTES.beneficiaryReports.path + query,
      ROUTES.adminTransactions.path + query,
      ROUTES.adminTransactionSums.path + query,
    ]),
    ROUTES.worklists.path,
    ROUTES.officeSettings.path,
    ROUTES.purposes.path,
    ROUTES.budgets.path,
    ...['', '/sums'].flatMap((sums) =>
      [
        account,
        `?beneficiary=${encodeURIComponent(payee)}`,
        '?deleted=include',
        '?bill=with',
        '?purpose=Cement',
        '?type=credit',
        '?sort=amount&amountFrom=1&mode=cash',
        ...WORKLISTS.map((name) => `?worklist=${name}`),
        today,
      ].map((query) => ROUTES.adminTransactions.path + sums + query),
    ),
    ROUTES.auditors.path,
    ROUTES.officeUsers.path,
    ROUTES.beneficiaries.path,
    ...[account, `?account=${supervisor}`, `${account}&from=2026-01-01`].map(
      (query) => ROUTES.adminLedger.path + query,
    ),
    ...['', today].map((query) => ROUTES.adminSummary.path + query),
    ...['site', 'purpose', 'beneficiary', 'mode', 'month'].map((by) => `${ROUTES.summaryTable.path}?by=${by}`),
    ...[account, `?account=${supervisor}&mode=cash`].map((query) => ROUTES.cashBook.path + query),
    ...['', account, '?account=head_office', `?site=${incharge}`, `?beneficiary=${encodeURIComponent(payee)}`].map(
      (query) => ROUTES.statement.path + query,
    ),
    `${ROUTES.trialBalance.path}?dated=2026-04-01`,
    `${ROUTES.trialBalance.path}?recorded=9999`,
    ROUTES.taxLimits.path,
    `${ROUTES.yearCertificate.path}?year=2025`,
    ROUTES.taxList.path,
    ROUTES.beneficiaryDetails.path.replace(':id', encodeURIComponent(payee)),
    ROUTES.contactMessages.path,
    ...['', '?state=answered', `?transaction=${edited}`].map((query) => ROUTES.questions.path + query),
    ...['?limit=1000', `${account}&limit=1000`, '?type=DebitRecorded'].map((query) => ROUTES.auditEvents.path + query),
    ...['', account, today].map((query) => ROUTES.auditEventCount.path + query),
    ...[edited, deleted].map((id) => ROUTES.auditHistory.path.replace(':id', id)),
    ROUTES.auditProof.path.replace(':id', edited),
    `${ROUTES.auditConsistency.path}?from=3&to=7`,
    `${ROUTES.auditAsOf.path}?position=9999`,
    `${ROUTES.auditLedgerAsOf.path}${account}&position=9999`,
    ROUTES.auditVerify.path,
    ROUTES.auditVerifications.path,
    ROUTES.auditAlarms.path,
    ROUTES.auditCheckpoints.path,
    ROUTES.auditPublicKey.path,
    ...['', account].map((query) => ROUTES.auditEditLog.path + query),
    ...['', account].map((query) => ROUTES.auditEditLogCount.path + query),
    ROUTES.auditRebuilds.path,
    ...billPaths(bills),
  ]
}

function fieldPaths({ edited, deleted, bills }: SharedIds, word: string): string[] {
  return [
    ROUTES.siteAuth.path,
    ROUTES.siteBalance.path,
    ...['', '?state=open', `?transaction=${edited}`].map((query) => ROUTES.siteQuestions.path + query),
    ...['', searchQuery(word), '?type=debit', '?bill=without', '?from=2026-01-01'].flatMap((query) => [
      ROUTES.siteTransactions.path + query,
      ROUTES.siteTransactionSums.path + query,
    ]),
    ...[edited, deleted].map((id) => ROUTES.siteTransaction.path.replace(':id', id)),
    ROUTES.siteBeneficiaries.path,
    ROUTES.beneficiaries.path,
    ROUTES.siteFrequentPayees.path,
    ROUTES.siteSupervisors.path,
    ROUTES.siteSupervisorBalances.path,
    ROUTES.siteLedger.path,
    ROUTES.siteDays.path,
    ROUTES.siteSummary.path,
    ROUTES.siteRecipients.path,
    ...billPaths(bills),
  ]
}

const billPaths = (bills: string[]) =>
  bills.flatMap((id) => [ROUTES.bill.path, ROUTES.billThumbnail.path].map((path) => path.replace(':id', id)))

/**
 * Returns everything that a company shows to its people, and appends nothing to its log.
 * @param word occurs only in the other company's data
 */
export async function readEverythingShown(
  { clients }: SignedInPeople,
  things: SharedIds,
  word: string,
): Promise<RepliesByReaderAndPath> {
  const seen: RepliesByReaderAndPath = new Map()
  for (const [reader, client] of Object.entries(clients)) {
    const paths = reader === 'admin' || reader === 'auditor' ? officePaths(things, word) : fieldPaths(things, word)
    const replies = await mapInChunks(paths, (path) => client.get(path))
    for (const [index, path] of paths.entries()) {
      const reply = replies[index]
      if (reply) seen.set(`${path} by ${reader}`, reply)
    }
  }
  return seen
}

const MAX_CONCURRENT_READS = 8

async function mapInChunks<Asked, Got>(asked: Asked[], get: (one: Asked) => Promise<Got>): Promise<Got[]> {
  const got: Got[] = []
  for (let at = 0; at < asked.length; at += MAX_CONCURRENT_READS)
    got.push(...(await Promise.all(asked.slice(at, at + MAX_CONCURRENT_READS).map(get))))
  return got
}

/** Returns the parts of an answer that another company must not change: all but the request id and the time. */
export function withoutRequestSpecifics({
  status,
  headers,
  text,
  bytes,
}: Pick<HttpReply, 'status' | 'headers' | 'text' | 'bytes'>): string {
  const {
    'x-request-id': _id,
    date: _date,
    expires: _expires,
    etag: _etag,
    'content-length': _length,
    ...rest
  } = headers
  // The duration of a verification.
  const said = rest['content-type']?.startsWith('application/json')
    ? text.replaceAll(/"(milliseconds|ms|seconds)":[\d.]+/g, '')
    : bytes.toString('latin1')
  return JSON.stringify({ status, rest, said })
}

/** Downloads the files that head office exports. Each download appends an event, so this runs after all other reads. */
export async function downloadOfficeFiles({
  clients: { admin },
}: {
  clients: Record<'admin', TestClient>
}): Promise<Record<string, string>> {
  const paths = [
    ROUTES.auditExport.path,
    `${ROUTES.auditEditLogFile.path}?format=csv`,
    `${ROUTES.statementFile.path}?format=csv`,
  ]
  const files: Record<string, string> = {}
  for (const path of paths) files[path] = (await admin.get(path)).text
  return files
}
