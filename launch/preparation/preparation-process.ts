// The child process of start.ts for all that only a start needs, so that the launcher, which stays, does not keep the
// schema, the drivers and the schemas of settings in memory.

import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { bootstrapAdmin } from '@ledger/ledger-service/bootstrap-admin.ts'
import { readApiConfiguration as readServiceConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { readLaunchConfiguration } from '../launch-configuration.ts'
import { checkExternalPostgres } from '../postgres/check-external-postgres.ts'
import { type DatabaseUrls, prepareDatabase } from '../prepare-database.ts'
import { environmentFor } from '../process-environment.ts'
import { CannotStart } from '../start-errors.ts'
import { removeStartOnlySettings } from './start-only-settings.ts'

/** The outcome of a preparation. */
export interface Preparation {
  /** To be printed once; undefined when there was an admin, or the password was given. */
  admin: { email: string; password: string } | undefined
  /** The complete environment of each process. */
  environments: Record<'api' | 'worker' | 'signer', NodeJS.ProcessEnv>
}

/** The one message of this process: its outcome, the sentence of a CannotStart, or the stack of a fault. */
export type PreparationReport = { prepared: Preparation } | { cannotStart: string } | { fault: string }

// The launcher has the report, or was killed: an open migration is then rolled back.
onParentGone(() => process.exit())
process.once('message', (addresses: DatabaseUrls) => {
  void prepare(addresses)
    .then((prepared): PreparationReport => ({ prepared }), reportOf)
    .then(sendToParent)
})

/**
 * Migrates the database, makes the first admin, and checks the settings of the API before any process starts.
 * @throws CannotStart
 */
async function prepare(addresses: DatabaseUrls): Promise<Preparation> {
  const { databaseUrl, databaseOwnerUrl, dataDirectory, host, port } = readLaunchConfiguration(process.env)
  if (databaseUrl)
    await checkExternalPostgres(addresses.ownerUrl, databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDirectory,
    DATABASE_URL: await prepareDatabase(addresses, dataDirectory),
    // With the embedded database the API may generate and store its secrets, in production too.
    EMBEDDED_POSTGRES: databaseUrl ? '' : '1',
  }
  const settings = readServiceConfiguration(env)
  if ('wrong' in settings) throw new CannotStart(settings.wrong)
  const admin = await bootstrapAdmin({ ...settings, pepper: settings.secrets.pepper })
  removeStartOnlySettings(env)
  const environments = {
    api: environmentFor.api(env),
    worker: environmentFor.worker(env),
    signer: environmentFor.signer(env),
  }
  return { admin, environments }
}

function reportOf(error: unknown): PreparationReport {
  if (error instanceof CannotStart) return { cannotStart: error.message }
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
