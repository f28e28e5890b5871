import { z } from 'zod'

/**
 * A call of the API, as both sides see it.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly body?: z.ZodType
  /** The body is a file of one of these types, by its bytes and not by its header; it is read only when its sender may send one. */
  readonly upload?: readonly string[]
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly answer?: z.ZodType
  /** Media types that it answers in besides JSON: files to keep, streams to follow. */
  readonly media?: readonly string[]
  readonly status: 200 | 201 | 204 | 302
  /** Appends to the ledger, so it takes an `Idempotency-Key`. */
  readonly command?: true
  /** The toast titles that §5 gives to some sentences of this call; every other one is titled "Error". */
  readonly titles?: Readonly<Record<string, string>>
  /** Takes an `If-Match` with the revision that the person saw. */
  readonly ifMatch?: true
}

/** An id in a path: malformed answers like absent (404), unless it is no text at all (400). */
export const id = z.strictObject({ id: z.string() })
