import type { IncomingMessage, Server } from 'node:http'
import type { CompanyOrigins } from './company-origins.ts'

/** The properties of the server in front of a company's application; it listens for all companies (door.ts). */
export interface Facing {
  server: Server
  /** Aborted when all streams must end: the server closes, or this company's app is evicted. */
  leaving: AbortSignal
  /** Returns the company's name, where there are several; undefined where it is the only one. */
  name(): string | undefined
  /** Returns the current origins of the company. */
  origins(): CompanyOrigins
  /**
   * Returns whether a page of this origin may send this request: a page of the company, or, for a request of the public
   * page, that page.
   */
  isOwn(origin: string, request: IncomingMessage): boolean
}
