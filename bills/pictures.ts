import { type ChildProcess, fork } from 'node:child_process'
import { endProcess } from '@ledger/database/processes.ts'
import { inTurn } from './in-turn.ts'

/** A picture as it is kept: a JPEG that stands upright, without anything that came with it, and a small one for lists. */
export interface Picture {
  content: Buffer
  thumbnail: Buffer
  width: number
  height: number
}

/** The picture is broken, or has too many pixels. */
export class Unreadable extends Error {}
/** The process that reads pictures did not answer: nothing is known of the picture. */
export class NotRead extends Error {}

export interface Pictures {
  /** One picture after the other, in the order in which they came. @throws Unreadable or NotRead */
  take(file: Buffer): Promise<Picture>
  /** Of the process, while there is one. */
  readonly pid: number | undefined
  /** Ends the process, and what is under way. */
  close(): Promise<void>
}

export type Said =
  | { picture: { content: Uint8Array; thumbnail: Uint8Array; width: number; height: number } }
  | { unreadable: string }

const PROCESS = new URL('./picture-process.ts', import.meta.url)
/** A process takes a third of a second to begin: one that was used is kept for the next picture. */
const KEPT_MS = 30_000
/** The largest picture takes some seconds; on a machine that has no time for it, longer. Only a fault of the decoder takes so long. */
const LONGEST_MS = 120_000

/**
 * Pictures are read by a process of its own, of low priority and one at a time: what a file does to the decoder (its memory, its time, a fault
 * of it) happens there. It has no address of the database, no secret, and no variable of the environment. How many may wait is the routes' to
 * say (ledger-service/http/at-once.ts).
 */
export function openPictures(): Pictures {
  let child: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined
  const oneByOne = inTurn()
  let closed = false

  async function take(file: Buffer): Promise<Picture> {
    if (closed) throw new NotRead('The service stops')
    clearTimeout(ending)
    const reader = running()
    try {
      const said = await ask(reader, file)
      if ('unreadable' in said) throw new Unreadable(said.unreadable)
      const { content, thumbnail, width, height } = said.picture
      return { content: Buffer.from(content), thumbnail: Buffer.from(thumbnail), width, height }
    } catch (error) {
      if (!(error instanceof Unreadable)) await end(reader)
      throw error
    } finally {
      ending = setTimeout(() => void end(reader), KEPT_MS).unref()
      reader.unref()
      reader.channel?.unref()
    }
  }

  function running(): ChildProcess {
    if (child) {
      child.ref()
      child.channel?.ref()
      return child
    }
    const begun = fork(PROCESS, { serialization: 'advanced', execArgv: [], env: {} })
    begun.on('error', () => forget(begun)).on('exit', () => forget(begun))
    child = begun
    return begun
  }

  function forget(reader: ChildProcess): void {
    if (child === reader) child = undefined
  }

  /** Forgotten first: a picture that comes while it ends is for another. */
  function end(reader: ChildProcess): Promise<void> {
    forget(reader)
    return endProcess(reader)
  }

  async function close(): Promise<void> {
    closed = true
    clearTimeout(ending)
    if (child) await end(child)
  }

  return {
    take: (file) => oneByOne(() => take(file)),
    close,
    get pid() {
      return child?.pid
    },
  }
}

/** @throws NotRead where the process ends, or takes too long */
async function ask(reader: ChildProcess, file: Buffer): Promise<Said> {
  const { promise, resolve, reject } = Promise.withResolvers<Said>()
  const hear = (said: unknown) => resolve(said as Said)
  const fail = (error: Error) => reject(new NotRead('The process that reads pictures failed', { cause: error }))
  const ended = (code: number | null, signal: string | null) => reject(new NotRead(`It ended with ${signal ?? code}`))
  const late = setTimeout(() => reject(new NotRead(`It took longer than ${LONGEST_MS} ms`)), LONGEST_MS)
  reader.once('message', hear).once('error', fail).once('exit', ended)
  reader.send(file, (error) => error && fail(error))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    reader.off('message', hear).off('error', fail).off('exit', ended)
  }
}
