import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart, errorCode } from './start-errors.ts'

const busyPortWaitMs = 2000

/**
 * Refuses a port that cannot be listened on, before any process starts. Waits up to 2 s for a port in use, because the
 * API of a killed run may still be answering accepted requests.
 * @throws CannotStart
 */
export async function refuseBusyPort(host: string, port: number): Promise<void> {
  if (port === 0) return
  for (const begun = Date.now(); ; await wait(100)) {
    try {
      await listenOnce(host, port)
      return
    } catch (error) {
      const code = errorCode(error)
      if (code !== 'EADDRINUSE' || Date.now() - begun > busyPortWaitMs)
        throw new CannotStart(portProblem(code, host, port))
    }
  }
}

/** Returns `wanted` if it is free on 127.0.0.1, else any free port. */
export async function freePort(wanted = 0): Promise<number> {
  try {
    return await listenOnce('127.0.0.1', wanted)
  } catch (error) {
    if (wanted === 0) throw error
    return await listenOnce('127.0.0.1', 0)
  }
}

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      const got = typeof address === 'object' && address ? address.port : port
      probe.close(() => resolve(got))
    })
  })
}

function portProblem(code: string | undefined, host: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use; stop what listens there, or choose another, such as PORT=${port + 1} npm start.`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}; choose one from 1024 on.`
  return `HOST "${host}" is no address of this machine (${code}).`
}
