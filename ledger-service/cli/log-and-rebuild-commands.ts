import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import type { TransactionHistory } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { findProjection, rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { readOrCreateSecret } from '../access/installation-secrets.ts'
import { readStoredEventPages } from '../event-store/read/stored-event-pages.ts'
import { checkpointFilesOf, readCheckpointNotes } from '../proof/checkpoints/checkpoint-file.ts'
import { exportBills } from '../proof/import-export/export-bills.ts'
import { exportLogLines } from '../proof/import-export/export-log.ts'
import { importLog } from '../proof/import-export/import-log.ts'
import { readBalancesAsOf } from '../proof/point-in-time/balances-as-of.ts'
import { readTransactionHistory } from '../proof/point-in-time/transaction-history.ts'
import { openCheckpointSigner } from '../proof/signer/checkpoint-signer.ts'
import { companySigningKey } from '../proof/signer/company-signing-key.ts'
import { type VerificationReport, verifyLedger } from '../proof/verification/verify-ledger.ts'
import {
  type CommandContext,
  CommandError,
  type CommandResult,
  type OpenLedger,
  withLedger,
} from './command-context.ts'

/** Returns the company's public key and the signer's checkpoints outside the database, where this machine has them. */
function signerEvidence({ settings: { dataDirectory, secret } }: CommandContext, { companyId, isOnly }: OpenLedger) {
  const storedSecret = existsSync(`${dataDirectory}/keys/checkpoint-key`)
    ? readOrCreateSecret(dataDirectory, 'checkpoint-key')
    : undefined
  return {
    publicKey: companySigningKey({ dataDirectory, secret: secret ?? storedSecret }, companyId, isOnly)?.publicKey,
    notes: readCheckpointNotes(companyId, checkpointFilesOf(dataDirectory, companyId, isOnly)),
  }
}

/** `verify`: verifies the chain, checkpoints, states, read models, and the bytes of bills. */
export function verifyCommand(terminal: CommandContext): Promise<CommandResult & { json: VerificationReport }> {
  return withLedger(terminal, async (opened) => {
    const { db, companyId } = opened
    const onProgress = ({ step, events, of }: { step: string; events: number; of: number }) =>
      terminal.progress(`${step}: ${events} of ${of}`)
    const { databaseUrl } = terminal.settings
    const bills = await openBlobStores(companyId, terminal.settings.billsS3)
    const report = await verifyLedger({
      db,
      databaseUrl,
      companyId,
      bills,
      ...signerEvidence(terminal, opened),
      onProgress,
    })
    bills.close()
    const { events, firstBad, problems, checkpoint } = report
    const signed = checkpoint
      ? `The newest checkpoint that holds covers ${checkpoint.size}.`
      : 'No checkpoint covers it yet.'
    const lines = firstBad
      ? [`The event at position ${firstBad.position} is bad: ${firstBad.reason}.`]
      : report.ok
        ? [`All is well: ${events} events. ${signed}`]
        : problems
    return { ok: report.ok, json: report, lines }
  })
}

/** `replay --to <position or time>`: prints the balances of that moment. */
export function replayCommand(terminal: CommandContext, to: string | undefined): Promise<CommandResult> {
  return withLedger(terminal, async ({ db, companyId }) => {
    if (to === undefined) throw new CommandError('Say up to where: replay --to <position or time>')
    const time = /^\d{1,15}$/.test(to) ? undefined : new Date(to)
    if (time && Number.isNaN(time.getTime())) throw new CommandError(`${to} is neither a position nor a time`)
    const answer = await readBalancesAsOf(db, companyId, time ? { at: time.toISOString() } : { position: Number(to) })
    const rows = answer.accounts.map(
      (account) => `${account.balance.padStart(18)}  ${account.kind.padEnd(14)} ${account.name}`,
    )
    const { received, spent, difference } = answer.trialBalance
    const total = `As of position ${answer.position}: received ${received}, spent ${spent}, difference ${difference}`
    return { ok: difference === '0.00', json: answer, lines: [...rows, total] }
  })
}

/** `history <id>`: prints every revision of a transaction, and the questions on it. */
export function historyCommand(terminal: CommandContext, id: string | undefined): Promise<CommandResult> {
  return withLedger(terminal, async ({ db, companyId }) => {
    const revisions: TransactionHistory['revisions'] = []
    const questions: TransactionHistory['questions'] = []
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page = await readTransactionHistory(db, companyId, id ?? '', { after, limit: 1000 })
      if (!page) throw new CommandError(`No transaction has the id ${id ?? '(none given)'}`)
      revisions.push(...page.revisions)
      questions.push(...page.questions)
      after = page.next === null ? undefined : Number(page.next)
    }
    const lines = revisions.flatMap(({ revision, type, recordedAt, actor, before, after, reason }) => [
      `${revision}  ${recordedAt}  ${type}  ${actor.name} (${actor.role})`,
      `   before ${JSON.stringify(before)}`,
      `   after  ${JSON.stringify(after)}`,
      ...(reason === null ? [] : [`   reason ${JSON.stringify(reason)}`]),
    ])
    const asked = questions.map(
      ({ recordedAt, type, actor, text }) =>
        `?  ${recordedAt}  ${type}  ${actor.name} (${actor.role})  ${JSON.stringify(text)}`,
    )
    return { ok: true, json: { transaction: id, revisions, questions }, lines: [...lines, ...asked] }
  })
}

/** `export <file> [--bills <folder>]`: writes the whole log as NDJSON, and each bill into a file named by its hash. */
export function exportCommand(
  terminal: CommandContext,
  file: string | undefined,
  billsFolder: string | undefined,
): Promise<CommandResult> {
  return withLedger(terminal, async ({ db, companyId }) => {
    if (file === undefined) throw new CommandError('Say where to: export <file>')
    await pipeline(exportLogLines(db, companyId), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    if (billsFolder === undefined) return { ok: true, json: { file, companyId }, lines: [`The log is in ${file}`] }
    const contents = await openBlobStores(companyId, terminal.settings.billsS3)
    const bills = await exportBills(db, companyId, contents, billsFolder, (count) =>
      terminal.progress(`bills: ${count}`),
    )
    contents.close()
    const lines = [`The log is in ${file}`, `${bills} bills are in ${billsFolder}`]
    return { ok: true, json: { file, companyId, billsFolder, bills }, lines }
  })
}

/** `import <file>`: imports into a database without a company. */
export async function importCommand(terminal: CommandContext, file: string | undefined): Promise<CommandResult> {
  if (file === undefined) throw new CommandError('Say from where: import <file>')
  const { databaseUrl } = terminal.settings
  const imported = await importLog(databaseUrl, file, (events) => terminal.progress(`import: ${events} events`))
  return {
    ok: true,
    json: imported,
    lines: [`${imported.events} events of company ${imported.companyId} were imported`],
  }
}

/** `rebuild [projection]`: rebuilds one read model, or all of them in one reading of the log. */
export function rebuildCommand(terminal: CommandContext, name: string | undefined): Promise<CommandResult> {
  return withLedger(terminal, async ({ companyId, onError }) => {
    const one = name === undefined ? undefined : findProjection(name)
    if (name !== undefined && !one) {
      throw new CommandError(
        `There is no projection ${name}; there are ${PROJECTIONS.map((projection) => projection.name).join(', ')}`,
      )
    }
    const projections = one ? [one] : PROJECTIONS
    const events = await rebuildProjections({
      databaseUrl: terminal.settings.databaseUrl,
      companyId,
      projections,
      onError,
      onProgress: (done) => terminal.progress(`${done.events} of ${done.of} events`),
    })
    const rebuilt = projections.map((projection) => ({ projection: projection.name, events }))
    return {
      ok: true,
      json: { rebuilt },
      lines: rebuilt.map(({ projection }) => `${projection}: rebuilt from ${events} events`),
    }
  })
}

/** `checkpoint`: signs the log now. */
export function checkpointCommand(terminal: CommandContext): Promise<CommandResult> {
  return withLedger(terminal, async ({ db, companyId, isOnly }) => {
    const { secret, dataDirectory } = terminal.settings
    const keySource = { dataDirectory, secret: secret ?? readOrCreateSecret(dataDirectory, 'checkpoint-key') }
    const key = companySigningKey(keySource, companyId, isOnly)
    const files = checkpointFilesOf(dataDirectory, companyId, isOnly)
    const signer = await openCheckpointSigner({
      companyId,
      key,
      ...files,
      read: (after) => readStoredEventPages(db, companyId, { after }),
    })
    const signed = (await signer.sign()) ?? signer.last
    if (!signed) return { ok: true, json: { size: 0 }, lines: ['The log is empty: there is nothing to sign'] }
    const { size, note } = signed
    await db
      .insertInto('signed_checkpoints')
      .values({ company_id: companyId, size, note })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { ok: true, json: { size, note }, lines: [note.trimEnd()] }
  })
}
