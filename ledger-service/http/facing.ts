import type { IncomingMessage, Server } from 'node:http'
import type { Origins } from './origins.ts'

/** What the application of a company sees of the server before it, which listens for all companies (door.ts). */
export interface Facing {
  server: Server
  /** Aborted when everybody is to leave: the server closes, or this company is let go. */
  leaving: AbortSignal
  /** What the company is called, where there are several; undefined where it is the only one. */
  name(): string | undefined
  /** Where browsers find the company now. */
  origins(): Origins
  /** Whether a page of this origin may send this request: one of the company's own, or for a request of the public page that page. */
  isOwn(origin: string, request: IncomingMessage): boolean
}
