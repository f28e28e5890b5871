import { type Settings, SYSTEM } from '@ledger/contracts/events.ts'
import { connect } from '@ledger/database/connect.ts'
import type { Pool } from 'pg'
import { openidInForce } from '../companies/provider.ts'
import { sealSecret } from '../companies/secrets.ts'
import { openidSettings, readConfiguration } from '../configuration.ts'
import { openLog } from '../event-store/append.ts'
import type { Statement } from '../event-store/submission.ts'
import { lastNoted, settingsOf } from '../note-settings.ts'
import { CannotDo, type Outcome, type Terminal, theCompany } from './commands.ts'
import { sealingOf } from './create-admin.ts'
import { ask } from './passphrase.ts'

export interface GivenSettings {
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
export async function companySettings(
  terminal: Terminal,
  pool: Pool,
  named: string,
  { given, environment }: { given: GivenSettings; environment: NodeJS.ProcessEnv },
): Promise<Outcome> {
  const { companyId: id, name } = await theCompany(pool, named)
  const configuration = readConfiguration(environment)
  if ('wrong' in configuration) throw new CannotDo(configuration.wrong)
  const change = await changeFor(id, given, environment)
  const db = connect(pool)
  if (change) {
    const { openid = configuration.openid } = change
    const names = openid ? { issuer: openid.issuer, clientId: openid.clientId } : null
    const noted = await lastNoted(pool, id)
    // The other settings are those that the API recorded last; before its first record, those of this machine.
    const settings = { ...(noted ?? settingsOf(configuration, names, null)), openid: names }
    await write(terminal, id, change.statements, { noted, settings })
  }
  const openid = await openidInForce(db, id, configuration.openid)
  const line = openid
    ? `its office may sign in at ${openid.issuer}, too, as ${openid.clientId}`
    : 'no provider to sign in at'
  return { ok: true, json: { id, name, openid }, lines: [`${name}: ${line}`] }
}

/** Changes the settings in the transaction of the event that records it. */
async function write(
  { settings: { databaseUrl } }: Terminal,
  companyId: string,
  alongside: Statement[],
  { noted, settings }: { noted: Settings | null; settings: Settings },
): Promise<void> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const clock = () => new Date().toISOString()
  const log = openLog({ databaseUrl, companyId, clock, announce: () => undefined, onError })
  try {
    await log.submit({
      command: { type: 'NoteSettings', noted, settings, by: { system: SYSTEM }, now: clock() },
      meta: { requestId: 'terminal' },
      alongside,
      answer: () => ({ status: 200, body: '' }),
    })
  } finally {
    await log.close()
  }
}

interface Change {
  statements: Statement[]
  /** The provider for the event; undefined: the installation's. */
  openid: { issuer: string; clientId: string } | null | undefined
}

async function changeFor(
  companyId: string,
  { openid, issuer, clientId }: GivenSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Change | undefined> {
  const dropSecret = {
    name: 'drop-company-secret',
    text: `DELETE FROM company_secrets WHERE company_id = $1 AND name = 'openid-client-secret'`,
    values: [companyId],
  }
  if (openid === 'none' || openid === 'installation') {
    if (issuer !== undefined || clientId !== undefined) throw new CannotDo(HOW)
    const statements = [dropSecret, choose(companyId, openid, null, null)]
    return { statements, openid: openid === 'none' ? null : undefined }
  }
  if (openid === undefined && issuer === undefined && clientId === undefined) return undefined
  if (openid !== undefined || issuer === undefined || clientId === undefined) throw new CannotDo(HOW)
  const clientSecret =
    environment.COMPANY_OIDC_CLIENT_SECRET || (await ask('Client secret: ', 'COMPANY_OIDC_CLIENT_SECRET'))
  const read = openidSettings.safeParse({ issuer, clientId, clientSecret })
  if (!read.success) throw new CannotDo(read.error.issues.map(({ message }) => withoutSetting(message)).join('; '))
  const { sealed } = sealSecret(sealingOf(environment), companyId, 'openid-client-secret', read.data.clientSecret)
  const keepSecret = {
    name: 'keep-company-secret',
    text: `INSERT INTO company_secrets (company_id, name, sealed) VALUES ($1, 'openid-client-secret', $2)`,
    values: [companyId, sealed],
  }
  const names = { issuer: read.data.issuer, clientId: read.data.clientId }
  return { statements: [dropSecret, keepSecret, choose(companyId, 'own', names.issuer, names.clientId)], openid: names }
}

/** Returns an error about a setting of the environment as one about the given option. */
const withoutSetting = (message: string) =>
  message.replace('OIDC_ISSUER', 'The issuer').replace('OIDC_CLIENT_ID', 'The client id')

const HOW = `Say what: company settings <company> --openid-issuer <url> --openid-client-id <id>
  company settings <company> --openid none|installation`

const choose = (companyId: string, openid: string, issuer: string | null, clientId: string | null): Statement => ({
  name: 'choose-provider',
  text: `INSERT INTO company_settings (company_id, openid, openid_issuer, openid_client_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (company_id) DO UPDATE SET openid = excluded.openid, openid_issuer = excluded.openid_issuer,
      openid_client_id = excluded.openid_client_id`,
  values: [companyId, openid, issuer, clientId],
})
