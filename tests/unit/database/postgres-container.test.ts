import { expect, it, vi } from 'vitest'
import { startPostgresContainer } from '../../environment/database/postgres-container.ts'

/** A container that is up when the test says so, because there is no Docker engine everywhere. */
const { started, isUp } = vi.hoisted(() => ({ started: { stops: 0 }, isUp: Promise.withResolvers<void>() }))
vi.mock('testcontainers', () => {
  class GenericContainer {
    withEnvironment = () => this
    withCommand = () => this
    withExposedPorts = () => this
    withWaitStrategy = () => this
    async start() {
      await isUp.promise
      return {
        getHost: () => '127.0.0.1',
        getMappedPort: () => 5432,
        async stop() {
          started.stops += 1
        },
      }
    }
  }
  return { GenericContainer, Wait: { forLogMessage: () => undefined } }
})

it('is ended once it is up, and once, where a signal and the end of the run both stop it while it starts', async () => {
  const container = startPostgresContainer()
  const stopped = Promise.all([container.stop(), container.stop()])
  expect(started.stops).toBe(0)
  isUp.resolve()
  await stopped
  expect(started.stops).toBe(1)
})
