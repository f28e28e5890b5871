import { SETTINGS as API } from '@ledger/ledger-service/configuration.ts'
import { SETTINGS as SIGNER } from '@ledger/ledger-service/proof/signer-configuration.ts'
import { SETTINGS as WORKER } from '@ledger/projections/configuration.ts'

/** What any program may know of the machine; of PostgreSQL's variables only how to trust the server, no password. */
const OF_THE_MACHINE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PGSSL\w+|(HTTPS?|NO)_PROXY|LD_LIBRARY_PATH)$/i

/** Each process is given the settings that its own configuration reads, and nothing else: no other's secret. */
export const environmentOf = {
  // The first admin is there before the API is started.
  api: (all: NodeJS.ProcessEnv) => chosen(all, Object.keys(API.omit({ ADMIN_PASSWORD: true }).shape)),
  worker: (all: NodeJS.ProcessEnv) => chosen(all, Object.keys(WORKER.shape)),
  signer: (all: NodeJS.ProcessEnv) => chosen(all, Object.keys(SIGNER.shape)),
  /** A tool that needs no setting of ours. */
  tool: (all: NodeJS.ProcessEnv) => chosen(all, []),
}

function chosen(all: NodeJS.ProcessEnv, settings: string[]): NodeJS.ProcessEnv {
  const names = Object.keys(all).filter((name) => settings.includes(name) || OF_THE_MACHINE.test(name))
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}
