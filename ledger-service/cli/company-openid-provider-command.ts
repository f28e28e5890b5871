import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { InstallationSettings } from '@ledger/contracts/events/setting-schemas.ts'
import { kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Pool } from 'pg'
import { effectiveOpenidSettings } from '../companies/company-openid-provider.ts'
import { encryptCompanySecret } from '../companies/company-pepper-and-openid-secret.ts'
import { readApiConfiguration } from '../configuration/api-configuration.ts'
import { openidSettingsSchema } from '../configuration/openid-settings.ts'
import { openAppendLog } from '../event-store/append/group-commit.ts'
import { lastRecordedSettings, settingsToRecord } from '../record-settings-change.ts'
import { type CommandContext, CommandError, type CommandResult, resolveCompany } from './command-context.ts'
import { readEncryptionSecrets } from './encryption-secrets.ts'
import { promptHidden } from './passphrase-prompt.ts'

export interface OpenidProviderOptions {
  /** `none`, `installation`, or left out where the company's own provider is given. */
  openid: string | undefined
  issuer: string | undefined
  clientId: string | undefined
}

/**
 * `company settings <company> [--openid none|installation | --openid-issuer <url> --openid-client-id <id>]`: prints the
 * OpenID provider of its office, or changes it together with the event that records the change. The client secret is
 * asked for, or comes in COMPANY_OIDC_CLIENT_SECRET.
 */
export async function companySettingsCommand(
  terminal: CommandContext,
  pool: Pool,
  named: string,
  { given, environment }: { given: OpenidProviderOptions; environment: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  const { companyId: id, name } = await resolveCompany(pool, named)
  const configuration = readApiConfiguration(environment)
  if ('wrong' in configuration) throw new CommandError(configuration.wrong)
  const change = await settingsChangeFor(id, given, environment)
  const db = kyselyOverPool(pool)
  if (change) {
    const { openid = configuration.openid } = change
    const names = openid ? { issuer: openid.issuer, clientId: openid.clientId } : null
    const noted = await lastRecordedSettings(pool, id)
    // The other settings are those that the API recorded last; before its first record, those of this machine.
    const settings = { ...(noted ?? settingsToRecord(configuration, names, null)), openid: names }
    await appendSettingsChange(terminal, id, change.statements, { noted, settings })
  }
  const openid = await effectiveOpenidSettings(db, id, configuration.openid)
  const line = openid
    ? `its office may sign in at ${openid.issuer}, too, as ${openid.clientId}`
    : 'no provider to sign in at'
  return { ok: true, json: { id, name, openid }, lines: [`${name}: ${line}`] }
}

/** Changes the settings in the transaction of the event that records it. */
async function appendSettingsChange(
  { settings: { databaseUrl } }: CommandContext,
  companyId: string,
  sideStatements: SqlStatement[],
  { noted, settings }: { noted: InstallationSettings | null; settings: InstallationSettings },
): Promise<void> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const clock = () => new Date().toISOString()
  const log = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
  try {
    await log.submit({
      command: { type: 'NoteSettings', noted, settings, by: { system: SYSTEM_ACTOR }, now: clock() },
      meta: { requestId: 'terminal' },
      sideStatements,
      answer: () => ({ status: 200, body: '' }),
    })
  } finally {
    await log.close()
  }
}

interface SettingsChange {
  statements: SqlStatement[]
  /** The provider for the event; undefined: the installation's. */
  openid: { issuer: string; clientId: string } | null | undefined
}

async function settingsChangeFor(
  companyId: string,
  { openid, issuer, clientId }: OpenidProviderOptions,
  environment: NodeJS.ProcessEnv,
): Promise<SettingsChange | undefined> {
  const dropSecret = {
    name: 'drop-company-secret',
    text: `DELETE FROM company_secrets WHERE company_id = $1 AND name = 'openid-client-secret'`,
    values: [companyId],
  }
  if (openid === 'none' || openid === 'installation') {
    if (issuer !== undefined || clientId !== undefined) throw new CommandError(SETTINGS_USAGE)
    const statements = [dropSecret, chooseProviderStatement(companyId, openid, null, null)]
    return { statements, openid: openid === 'none' ? null : undefined }
  }
  if (openid === undefined && issuer === undefined && clientId === undefined) return undefined
  if (openid !== undefined || issuer === undefined || clientId === undefined) throw new CommandError(SETTINGS_USAGE)
  const clientSecret =
    environment.COMPANY_OIDC_CLIENT_SECRET || (await promptHidden('Client secret: ', 'COMPANY_OIDC_CLIENT_SECRET'))
  const read = openidSettingsSchema.safeParse({ issuer, clientId, clientSecret })
  if (!read.success)
    throw new CommandError(read.error.issues.map(({ message }) => withoutVariableName(message)).join('; '))
  const { encrypted } = encryptCompanySecret(
    readEncryptionSecrets(environment),
    companyId,
    'openid-client-secret',
    read.data.clientSecret,
  )
  const keepSecret = {
    name: 'keep-company-secret',
    text: `INSERT INTO company_secrets (company_id, name, sealed) VALUES ($1, 'openid-client-secret', $2)`,
    values: [companyId, encrypted],
  }
  const names = { issuer: read.data.issuer, clientId: read.data.clientId }
  return {
    statements: [dropSecret, keepSecret, chooseProviderStatement(companyId, 'own', names.issuer, names.clientId)],
    openid: names,
  }
}

/** Returns an error about a setting of the environment as one about the given option. */
const withoutVariableName = (message: string) =>
  message.replace('OIDC_ISSUER', 'The issuer').replace('OIDC_CLIENT_ID', 'The client id')

const SETTINGS_USAGE = `Say what: company settings <company> --openid-issuer <url> --openid-client-id <id>
  company settings <company> --openid none|installation`

const chooseProviderStatement = (
  companyId: string,
  openid: string,
  issuer: string | null,
  clientId: string | null,
): SqlStatement => ({
  name: 'choose-provider',
  text: `INSERT INTO company_settings (company_id, openid, openid_issuer, openid_client_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (company_id) DO UPDATE SET openid = excluded.openid, openid_issuer = excluded.openid_issuer,
      openid_client_id = excluded.openid_client_id`,
  values: [companyId, openid, issuer, clientId],
})
