import { type ChildProcess, fork } from 'node:child_process'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { killProcess } from '@ledger/database/process/kill-process.ts'

/** A picture as it is stored: an upright JPEG without any metadata, and a small one for lists. */
export interface ProcessedImage {
  content: Buffer
  thumbnail: Buffer
  width: number
  height: number
}

/** The picture is broken. */
export class UnreadableImage extends Error {}
/** The picture has too many pixels or scans, or takes too much time or memory. */
export class ExcessiveImage extends Error {}
/** The process that reads pictures did not answer, so the state of the picture is unknown. */
export class ImageProcessingFailed extends Error {}

/** The upload that a picture belongs to. */
export interface Upload {
  companyId: string
  /** Aborted when the uploading client disconnects; a picture that is still waiting is then not read. */
  signal: AbortSignal
}

export interface ImageWorker {
  /**
   * Reads one picture at a time. Companies take turns; the pictures of one company are read in the order of their
   * arrival.
   * @throws UnreadableImage, ExcessiveImage or ImageProcessingFailed; the signal's reason if it is aborted before the
   *   picture's turn
   */
  process(file: Buffer, upload: Upload): Promise<ProcessedImage>
  /** The id of the process; undefined if none is running. */
  readonly pid: number | undefined
  /** Ends the process and the picture in progress. */
  close(): Promise<void>
}

export type ImageWorkerReply =
  | { picture: { content: Uint8Array; thumbnail: Uint8Array; width: number; height: number } }
  | { unreadable: string }
  | { excessive: string }
  /** The picture is over a limit, and is still being read. */
  | { overLimit: string }

const IMAGE_WORKER_PROCESS = new URL('./image-worker-process.ts', import.meta.url)
/** A process takes a third of a second to start, so an idle process stays for the next picture. */
const IDLE_IMAGE_WORKER_MS = 30_000

/** The limits of one picture. */
export interface ImageLimits {
  /** From its turn to its end. */
  longestMs: number
  /**
   * A picture that takes more is refused permanently. A picture that is late because the machine is busy is not: the
   * client may send it again.
   */
  cpuMs: number
  memoryBytes: number
}

/**
 * The largest picture that is accepted (image-structure.ts) takes 3 s and 520 MB, including the 85 MB that the
 * process uses from the start. The rest is a reserve for a slow machine and for costs that the structure does not show.
 */
const LIMITS: ImageLimits = { longestMs: 15_000, cpuMs: 10_000, memoryBytes: 600_000_000 }

/**
 * Opens the worker that converts pictures in a process of its own, of low priority and one at a time, so that
 * everything a file does to the decoder (memory, time, a crash) happens there. The process has no database address, no
 * secret, and no environment variable. A picture that exceeds `limits` ends its process; the next picture starts
 * another. The routes limit how many pictures may wait (ledger-service/http/concurrency-limits.ts).
 */
export function openImageWorker(limits = LIMITS): ImageWorker {
  let child: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined
  const queue = openFairQueue(1)
  let closed = false

  async function read(file: Buffer): Promise<ProcessedImage> {
    if (closed) throw new ImageProcessingFailed('The service stops')
    clearTimeout(ending)
    const reader = running()
    try {
      const said = await requestImage(reader, file, limits)
      if ('overLimit' in said) await end(reader)
      return pictureOf(said)
    } catch (error) {
      if (error instanceof ImageProcessingFailed) await end(reader)
      throw error
    } finally {
      ending = setTimeout(() => void end(reader), IDLE_IMAGE_WORKER_MS).unref()
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
    const begun = fork(IMAGE_WORKER_PROCESS, [String(limits.memoryBytes), String(limits.cpuMs)], {
      serialization: 'advanced',
      execArgv: [],
      env: {},
    })
    begun.on('error', () => forget(begun)).on('exit', () => forget(begun))
    child = begun
    return begun
  }

  function forget(reader: ChildProcess): void {
    if (child === reader) child = undefined
  }

  /** The process is forgotten first, so that a picture that arrives while it ends starts another. */
  function end(reader: ChildProcess): Promise<void> {
    forget(reader)
    return killProcess(reader)
  }

  async function close(): Promise<void> {
    closed = true
    clearTimeout(ending)
    if (child) await end(child)
  }

  return {
    process: (file, { companyId, signal }) => queue.run(companyId, () => read(file), signal),
    close,
    get pid() {
      return child?.pid
    },
  }
}

/**
 * Sends one picture to the process and returns its reply.
 * @throws ImageProcessingFailed if the process ends or does not answer in time
 */
async function requestImage(reader: ChildProcess, file: Buffer, { longestMs }: ImageLimits): Promise<ImageWorkerReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageWorkerReply>()
  const onMessage = (reply: unknown) => resolve(reply as ImageWorkerReply)
  const fail = (error: Error) =>
    reject(new ImageProcessingFailed('The process that reads pictures failed', { cause: error }))
  const ended = (code: number | null, signal: string | null) =>
    reject(new ImageProcessingFailed(`It ended with ${signal ?? code}`))
  const late = setTimeout(() => reject(new ImageProcessingFailed(`It took longer than ${longestMs} ms`)), longestMs)
  reader.once('message', onMessage).once('error', fail).once('exit', ended)
  reader.send(file, (error) => error && fail(error))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    reader.off('message', onMessage).off('error', fail).off('exit', ended)
  }
}

/**
 * Returns the picture of a reply.
 * @throws UnreadableImage or ExcessiveImage
 */
function pictureOf(said: ImageWorkerReply): ProcessedImage {
  if ('unreadable' in said) throw new UnreadableImage(said.unreadable)
  if ('excessive' in said) throw new ExcessiveImage(said.excessive)
  if ('overLimit' in said) throw new ExcessiveImage(said.overLimit)
  const { content, thumbnail, width, height } = said.picture
  return { content: Buffer.from(content), thumbnail: Buffer.from(thumbnail), width, height }
}
