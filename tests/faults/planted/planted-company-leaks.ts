// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source text that is looked for and put there
import type { SourcePatch } from './source-patches.ts'

/** One place that forgets the company, with the layer through which data of one company then reaches another. */
export interface PlantedCompanyLeak extends SourcePatch {
  layer: string
}

const OF_COMPANY = ".where('company_id', '=', companyId)"

const leak = (layer: string, file: string, find: string, put: string): PlantedCompanyLeak => ({
  layer,
  file,
  find,
  put,
})
/** Uses one object for the process instead of one for each company: that of the first company to use it. */
const shared = (layer: string, file: string, find: string, made: string): PlantedCompanyLeak =>
  leak(layer, file, find, find.replace(made, `(globalThis[${JSON.stringify(find)}] ??= ${made})`))
const forgets = (layer: string, file: string, find: string): PlantedCompanyLeak =>
  leak(
    layer,
    file,
    find,
    find
      .replace(/WHERE company_id = \$\{companyId\}/, 'WHERE true')
      .replace(/\.where\('[\w.]*company_id', '=', companyId\)/, ''),
  )

/** Leaks in the API, the worker and their child processes, by name. */
export const PLANTED_COMPANY_LEAKS: Record<string, PlantedCompanyLeak> = {
  'the host of whoever came first': leak(
    'hosts',
    'ledger-service/companies/company-directory.ts',
    'directory.byHost.get(name)',
    'directory.byHost.values().next().value',
  ),
  'whoever is open answers': leak(
    'open companies',
    'ledger-service/companies/cache-open-companies.ts',
    'const before = companies.get(companyId)',
    'const before = companies.values().next().value',
  ),
  'the services of whoever came first': leak(
    'request',
    'ledger-service/http/plugins/company.ts',
    'request.company = services.company',
    'request.company = globalThis.first ??= companys.company',
  ),
  'what a company keeps is that of whoever came first': leak(
    'request',
    'ledger-service/http/cache-per-company.ts',
    'const known = values.get(company)',
    'const known = (values.first ??= { value: make(company) })',
  ),
  'the sessions of whoever came first': leak(
    'sessions',
    'ledger-service/http/plugins/session.ts',
    'cookies[cookieName] = company && sent && scopeToCompany(company.companyId, sent)',
    'cookies[cookieName] = company && sent && scopeToCompany((globalThis.first ??= company.companyId), sent)',
  ),
  'everybody’s hosts are each one’s': leak(
    'directory',
    'ledger-service/companies/read-company-directory.ts',
    'SELECT company_id, array_agg(host ORDER BY host) AS hosts FROM company_hosts GROUP BY company_id',
    'SELECT c.company_id, array_agg(h.host ORDER BY h.host) AS hosts FROM companies c CROSS JOIN company_hosts h GROUP BY c.company_id',
  ),
  'one memory of names for all': shared(
    'books',
    'ledger-service/company-services.ts',
    'names: openAccountIdentityLoader(db, companyId),',
    'openAccountIdentityLoader(db, companyId)',
  ),
  'one reader of balances for all': shared(
    'books',
    'ledger-service/company-services.ts',
    'balances: openBalanceLoader(db, companyId),',
    'openBalanceLoader(db, companyId)',
  ),
  'one log for all': leak(
    'books',
    'ledger-service/company-services.ts',
    'const log = withCommandCounts(',
    'const log = globalThis.log ??= withCommandCounts(',
  ),
  'a session of any company': leak(
    'sessions',
    'ledger-service/access/session-lookup.ts',
    'AND company_id = ${companyId} AND revoked_at IS NULL',
    'AND revoked_at IS NULL',
  ),
  'the phone of a beneficiary of any company is shown': forgets(
    'details',
    'ledger-service/access/beneficiary-details.ts',
    OF_COMPANY,
  ),
  'limits for tax of any company hold': forgets(
    'log: limits',
    'ledger-service/event-store/read/read-tax-limits.ts',
    OF_COMPANY,
  ),
  'somebody of any company signs in': forgets(
    'sign-in',
    'ledger-service/access/credential-store.ts',
    ".where('sign_in_names.company_id', '=', companyId)",
  ),
  'a password is set at all': leak(
    'sign-in',
    'ledger-service/access/credential-store.ts',
    'WHERE company_id = $1 AND account_id = $2',
    'WHERE $1::uuid IS NOT NULL AND account_id = $2',
  ),
  'a password of any company is shown': forgets(
    'sign-in',
    'ledger-service/access/reveal-stored-password.ts',
    OF_COMPANY,
  ),
  'wrong tries count at all': leak(
    'limits',
    'ledger-service/access/rate-limiter.ts',
    'keyed(`${companyId} ${key}`)',
    'keyed(key)',
  ),
  'one limit of writing for all': shared(
    'limits',
    'ledger-service/company-services.ts',
    'writeLimit: shared.writeLimit ? openTokenBucket()',
    'openTokenBucket()',
  ),
  'what a key answered anywhere': leak(
    'log: keys',
    'ledger-service/event-store/append/load-state/load-decision-state.ts',
    'FROM answers WHERE company_id = $1 AND',
    'FROM answers WHERE $1::uuid IS NOT NULL AND',
  ),
  'a number that is taken anywhere': leak(
    'log: sign-in names',
    'ledger-service/event-store/append/load-state/load-decision-state.ts',
    'FROM sign_in_names WHERE company_id = $1 AND',
    'FROM sign_in_names WHERE $1::uuid IS NOT NULL AND',
  ),
  'the state of an entry of any company': leak(
    'log: states',
    'ledger-service/event-store/append/load-state/load-decision-state.ts',
    'FROM transaction_states WHERE company_id = $1 AND',
    'FROM transaction_states WHERE $1::uuid IS NOT NULL AND',
  ),
  'balances move in all': leak(
    'log: states',
    'ledger-service/event-store/append/batch-write-statements.ts',
    'WHERE a.company_id = ${company} AND',
    'WHERE ${company}::uuid IS NOT NULL AND',
  ),
  'one memory of how names are spelled': shared(
    'log: names',
    'ledger-service/event-store/append/decision-cache.ts',
    'readonly #names = new BeneficiaryNameCache()',
    'new BeneficiaryNameCache()',
  ),
  'the log of all is read': leak(
    'log: reading',
    'database/binary/stored-event-reader.ts',
    'FROM events WHERE company_id = ${sql.lit(companyId)} AND',
    'FROM events WHERE',
  ),
  'balances of all': forgets(
    'read model: balances',
    'projections/queries/balance-loader.ts',
    'WHERE company_id = ${companyId} AND account_id',
  ),
  'sums of all': forgets(
    'read model: sums',
    'projections/read-models/period-totals/read-period-totals.ts',
    'WHERE company_id = ${companyId} AND whose = ${whose} AND what',
  ),
  'sums with a bill of all': forgets(
    'read model: bills',
    'projections/queries/transactions/totals-with-or-without-bill.ts',
    'WHERE company_id = ${companyId} AND whose',
  ),
  'who may see a bill, by the entries of all': forgets(
    'read model: bills',
    'projections/queries/bill-visibility.ts',
    ".where('company_id', '=', companyId) .where('bill_id', '=', id)",
  ),
  'rows of all': leak(
    'read model: ledger',
    'projections/queries/transactions/transaction-query.ts',
    'sql`company_id = ${companyId}`,',
    'sql`true`,',
  ),
  'newest rows of all': leak(
    'read model: ledger',
    'projections/queries/transactions/transaction-query.ts',
    'WHERE company_id = ${companyId} AND account_id = ${accountId} AND deleted',
    'WHERE account_id = ${accountId} AND deleted',
  ),
  'one row of any': forgets(
    'read model: ledger',
    'projections/queries/transactions/transaction-query.ts',
    'WHERE company_id = ${companyId} AND row_id',
  ),
  'the balance after a row, over all': leak(
    'read model: ledger',
    'projections/queries/account-ledger.ts',
    'FROM ledger_rows WHERE company_id = ${companyId} AND',
    'FROM ledger_rows WHERE',
  ),
  'found by the names of all': forgets(
    'read model: search',
    'projections/queries/search/find-parties-named.ts',
    'FROM directory WHERE company_id = ${companyId}',
  ),
  'found by the names that all had before': leak(
    'read model: search',
    'projections/queries/search/find-parties-named.ts',
    'WHERE a.company_id = ${companyId} AND e.company_id = ${companyId} AND a.type',
    'WHERE a.type',
  ),
  'whom anybody paid': leak(
    'read model: beneficiaries',
    'projections/queries/beneficiaries/beneficiary-lists.ts',
    'WHERE u.company_id = ${companyId} AND account_id',
    'WHERE account_id',
  ),
  'everybody’s beneficiaries': forgets(
    'read model: beneficiaries',
    'projections/queries/beneficiaries/beneficiary-lists.ts',
    'WHERE company_id = ${companyId} ORDER BY first_position',
  ),
  'what beneficiaries were paid by all': leak(
    'read model: summary',
    'projections/queries/summaries/totals-paid-to-beneficiaries.ts',
    'const found = sql`b.company_id = ${companyId} ${named}',
    'const found = sql`true ${named}',
  ),
  'what an account paid at all': forgets(
    'read model: summary',
    'projections/queries/summaries/company-and-account-summary.ts',
    'FROM ledger_rows WHERE company_id = ${companyId} AND ${isCounted}',
  ),
  'people of all': forgets(
    'read model: directory',
    'projections/queries/people-lists.ts',
    ".where('directory.company_id', '=', companyId)",
  ),
  'names of all': leak(
    'read model: names',
    'projections/queries/account-identity-loader.ts',
    'WHERE company_id = ${companyId} AND account_id = asked.id OFFSET ${OPTIMIZER_FENCE}) d',
    'WHERE account_id = asked.id OFFSET ${OPTIMIZER_FENCE}) d',
  ),
  'counts of all': forgets(
    'read model: counts',
    'projections/queries/count-matching-events.ts',
    'WHERE company_id = ${companyId} AND what',
  ),
  'where in the logs of all': forgets(
    'read model: activity',
    'projections/read-models/event-index.ts',
    ".where('activity.company_id', '=', companyId)",
  ),
  'recipients of all': forgets(
    'read model: recipients',
    'projections/queries/totals-of-newest-recipients.ts',
    'WHERE company_id = ${companyId} AND account_id',
  ),
  'the explorer follows whoever came first': leak(
    'streams',
    'ledger-service/http/streams/audit-event-feed-routes.ts',
    'const { db, companyId } = company',
    'const { db, companyId } = (globalThis.first ??= company)',
  ),
  'one list of listeners for all': shared(
    'streams',
    'projections/notifications/change-feed.ts',
    'const subscribersByReader = new Map<string, Set<DeliverChanges>>()',
    'new Map<string, Set<DeliverChanges>>()',
  ),
  'whose sessions live is asked of all streams': shared(
    'streams',
    'ledger-service/http/streams/abort-on-sign-out.ts',
    "const listeners = new Map<FastifyReply['raw'], StreamListener>()",
    "new Map<FastifyReply['raw'], StreamListener>()",
  ),
  'one number of streams for all': leak(
    'streams',
    'ledger-service/http/concurrency-limits.ts',
    'const acquireInCompany = sharedLimiter(companySlots, limit',
    'const acquireInCompany = sharedLimiter((globalThis.first ??= companySlots), limit',
  ),
  'rows are written to whoever came first': leak(
    'projector',
    'projections/projector/multi-company-batch.ts',
    'into.forCompany(companyId)',
    'into.forCompany((globalThis.first ??= companyId))',
  ),
  'rows are changed in all': leak(
    'projector',
    'projections/projector/upsert-writer.ts',
    'WHERE ${name}.company_id = $1 AND ${found',
    'WHERE $1::uuid IS NOT NULL AND ${found',
  ),
  'a rebuild deletes everybody’s rows': leak(
    'rebuild',
    'projections/rebuild/reconcile-chunk.ts',
    'DELETE FROM ${live} WHERE ${where} AND',
    'DELETE FROM ${live} WHERE company_id <> ${chunk.companyId} OR ${where} AND',
  ),
  'a rebuild swaps whole tables': leak(
    'rebuild',
    'projections/rebuild/shadow-rebuild.ts',
    'return rows[0]?.isThere ?? true',
    'return false',
  ),
  'a rebuild moves everybody’s checkpoint': leak(
    'rebuild',
    'projections/rebuild/catch-up-under-position-lock.ts',
    ".set({ position, stopped_because: null }) .where('company_id', '=', companyId)",
    '.set({ position, stopped_because: null })',
  ),
  'a rebuild is of the first company': leak(
    'jobs',
    'projections/jobs/rebuild-jobs.ts',
    '[companyId ?? (await readFirstCompanyId(settings))]',
    '[await readFirstCompanyId(settings)]',
  ),
  'a verification is kept for all': leak(
    'jobs',
    'projections/jobs/scheduled-jobs.ts',
    'await saveVerification(db, companyId, verification)',
    'for (const each of await readCompanyIds({ db })) await saveVerification(db, each, verification)',
  ),
  'devices of all are cleared away': leak(
    'jobs: clear-away',
    'projections/jobs/retention.ts',
    'WHERE devices.company_id = ${companyId} AND',
    'WHERE',
  ),
  'messages of all are cleared away': leak(
    'jobs: clear-away',
    'projections/jobs/retention.ts',
    'WHERE contact_messages.company_id = ${companyId} AND',
    'WHERE',
  ),
  'bills of all are cleared away': leak(
    'jobs: clear-away',
    'bills/delete-unused-and-erased-bills.ts',
    'DELETE FROM bills WHERE company_id = ${companyId} AND',
    'DELETE FROM bills WHERE',
  ),
  'a bill is erased in all, by its hash': leak(
    'bills',
    'bills/bill-records.ts',
    'WHERE company_id = $1 AND bill_id = $2 AND erased_at IS NULL',
    'WHERE $1::uuid IS NOT NULL AND bill_id = $2 AND erased_at IS NULL',
  ),
  'the bytes of a bill are erased in all': leak(
    'bills',
    'bills/bill-records.ts',
    'DELETE FROM bill_contents WHERE company_id = $1 AND',
    'DELETE FROM bill_contents WHERE $1::uuid IS NOT NULL AND',
  ),
  'messages of all': forgets('contact', 'ledger-service/http/routes/admin/contact-messages.ts', OF_COMPANY),
  'files of whoever came first': leak(
    'reports',
    'ledger-service/jobs/job-pools.ts',
    'fileExports: files.forCompany(companyId),',
    'fileExports: files.forCompany((globalThis.first ??= companyId)),',
  ),
  'moments of whoever came first': leak(
    'reports',
    'ledger-service/jobs/job-pools.ts',
    'pointInTime: moments.forCompany(companyId),',
    'pointInTime: moments.forCompany((globalThis.first ??= companyId)),',
  ),
  'verifications of whoever came first': leak(
    'reports',
    'ledger-service/jobs/job-pools.ts',
    'verifications: verifications.forCompany(companyId),',
    'verifications: verifications.forCompany((globalThis.first ??= companyId)),',
  ),
  'one tag for every answer': leak(
    'cached answers',
    'ledger-service/http/app.ts',
    "hash('sha1', payload, 'base64')",
    "hash('sha1', String(payload).slice(0, 1), 'base64')",
  ),
  'answers that any cache may keep': leak(
    'cached answers',
    'ledger-service/http/plugins/security-headers.ts',
    "'private, no-cache'",
    "'public, max-age=60'",
  ),
  'a label for each company': leak(
    'metrics',
    'ledger-service/metrics/prometheus-metrics.ts',
    "position.set({ company: onlyCompanyId() ?? 'all' }, standing.events)",
    "for (const each of await db.selectFrom('log_heads').selectAll().execute()) position.set({ company: each.company_id }, each.position)",
  ),
  'what was sent stands in the log lines': leak(
    'log lines',
    'ledger-service/http/plugins/request-log.ts',
    "account }, 'request')",
    "account, sent: JSON.stringify(request.body) }, 'request')",
  ),
  'one file of the signer for all': leak(
    'signer',
    'ledger-service/proof/checkpoints/checkpoint-file.ts',
    '`checkpoints/${companyId}.txt`',
    "'checkpoints/all.txt'",
  ),
  'one origin for all': leak(
    'signer',
    'ledger-service/proof/checkpoints/checkpoint-note.ts',
    '(companyId: string) => `site-ledger/${companyId}`',
    '(companyId: string) => `site-ledger/${companyId.slice(0, 0)}`',
  ),
  'the first company at every terminal': leak(
    'terminal',
    'ledger-service/cli/command-context.ts',
    'const { companyId } = await resolveCompany(pool, company)',
    'const { companyId } = (await readCompanyDirectory(pool)).companies[0]',
  ),
}
