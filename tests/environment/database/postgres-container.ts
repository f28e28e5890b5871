import { TEST_SERVER_SETTINGS } from './test-server-settings.ts'

/** A container with a PostgreSQL for one run. */
export interface PostgresContainer {
  /** The address of its database, once it accepts connections. */
  readonly url: Promise<string>
  /** Ends and removes the container, also one that is still starting. */
  stop(): Promise<void>
}

/** Starts it. The caller stops it, whatever ends the run. */
export function startPostgresContainer(): PostgresContainer {
  const starting = startContainer()
  const url = starting.then(
    (container) => `postgres://ledger:ledger@${container.getHost()}:${container.getMappedPort(5432)}/ledger`,
  )
  // A signal may end the run before the address is awaited.
  url.catch(() => undefined)
  let stopping: Promise<void> | undefined
  return {
    url,
    stop() {
      // A start cannot be cancelled. One that fails leaves a container to testcontainers' own reaper.
      stopping ??= starting.then(
        (container) => container.stop().then(() => undefined),
        () => undefined,
      )
      return stopping
    },
  }
}

async function startContainer() {
  // Imported only here, because it is large and few runs need it.
  const { GenericContainer, Wait } = await import('testcontainers')
  return (
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_USER: 'ledger', POSTGRES_PASSWORD: 'ledger', POSTGRES_DB: 'ledger' })
      .withCommand(Object.entries(TEST_SERVER_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]))
      .withExposedPorts(5432)
      // The image starts the server twice: once for its setup, then permanently.
      .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
      .start()
  )
}
