import { machineEnvironmentVariables } from '@ledger/database/process/machine-environment-variables.ts'
import { API_ENVIRONMENT_SCHEMA as API } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { SIGNER_SETTINGS_SCHEMA as SIGNER } from '@ledger/ledger-service/proof/signer/signer-configuration.ts'
import { WORKER_SETTINGS_SCHEMA as WORKER } from '@ledger/projections/worker-configuration.ts'

/**
 * All threads of a process take memory from one place. By default each thread of Node's pools has one of its own, which
 * keeps what the thread has freed.
 */
const shareFreedMemory = { MALLOC_ARENA_MAX: '1' }

/**
 * glibc returns a block above this size to the system when it is freed. Without a fixed size it adapts: after the first
 * sign-in it keeps the 19 MB that a password hash needs.
 */
const returnPasswordMemory = { MALLOC_MMAP_THRESHOLD_: String(4 << 20), MALLOC_TRIM_THRESHOLD_: String(8 << 20) }

/** Each process receives only the settings that its own configuration reads, and so no secret of another process. */
export const environmentFor = {
  // The first admin exists before the API is started.
  api: (all: NodeJS.ProcessEnv) => ({
    ...pickVariables(all, Object.keys(API.omit({ ADMIN_PASSWORD: true }).shape)),
    ...shareFreedMemory,
    ...returnPasswordMemory,
  }),
  worker: (all: NodeJS.ProcessEnv) => ({ ...pickVariables(all, Object.keys(WORKER.shape)), ...shareFreedMemory }),
  signer: (all: NodeJS.ProcessEnv) => ({ ...pickVariables(all, Object.keys(SIGNER.shape)), ...shareFreedMemory }),
}

function pickVariables(all: NodeJS.ProcessEnv, settings: string[]): NodeJS.ProcessEnv {
  const own = Object.entries(all).filter(([name]) => settings.includes(name))
  return { ...machineEnvironmentVariables(all), ...Object.fromEntries(own) }
}
