import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A thread that makes one hash after the other (password-hash-worker-pool.ts). */

// Lowers the priority of this thread alone, on Linux: recording an expense is more urgent than a sign-in, and much more
// urgent than a guessed password.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5))

const parentMessagePort = parentPort
if (!parentMessagePort) throw new Error('This is started as a thread')
parentMessagePort.on('message', (parameters: Argon2Parameters) =>
  parentMessagePort.postMessage(argon2Sync('argon2id', parameters)),
)
