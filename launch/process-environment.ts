import { machineEnvironment } from '@ledger/database/process/process-control.ts'
import { API_ENVIRONMENT_SCHEMA as API } from '@ledger/ledger-service/configuration.ts'
import { SIGNER_SETTINGS_SCHEMA as SIGNER } from '@ledger/ledger-service/proof/signer/signer-configuration.ts'
import { WORKER_SETTINGS_SCHEMA as WORKER } from '@ledger/projections/configuration.ts'

/** Each process is given the settings that its own configuration reads, and nothing else: no other's secret. */
export const environmentFor = {
  // The first admin is there before the API is started.
  api: (all: NodeJS.ProcessEnv) => pickVariables(all, Object.keys(API.omit({ ADMIN_PASSWORD: true }).shape)),
  worker: (all: NodeJS.ProcessEnv) => pickVariables(all, Object.keys(WORKER.shape)),
  signer: (all: NodeJS.ProcessEnv) => pickVariables(all, Object.keys(SIGNER.shape)),
  /** A tool that needs no setting of ours. */
  tool: (all: NodeJS.ProcessEnv) => pickVariables(all, []),
}

function pickVariables(all: NodeJS.ProcessEnv, settings: string[]): NodeJS.ProcessEnv {
  const own = Object.entries(all).filter(([name]) => settings.includes(name))
  return { ...machineEnvironment(all), ...Object.fromEntries(own) }
}

/** What the first start needs and nothing after it: the first admin's password, and the address of the owner of the tables. */
const OF_THE_START = ['ADMIN_PASSWORD', 'DATABASE_OWNER_URL']

/** Takes from an environment what is of no more use once the database is there and has an admin. */
export function forgetStart(env: NodeJS.ProcessEnv): void {
  for (const name of OF_THE_START) delete env[name]
}
