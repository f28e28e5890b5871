import type { z } from 'zod'

/** A call of the API, as both the server and the web app use it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** One line. The description adds what a program must know: effects, order, refusals. */
  readonly summary: string
  readonly description: string
  readonly body?: z.ZodType
  /**
   * The body is a file of one of these types, detected by its bytes, not by its header. The server reads it only if the
   * sender may upload.
   */
  readonly upload?: readonly string[]
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly answer?: z.ZodType
  /** Media types that the call answers in besides JSON: files and streams. */
  readonly media?: readonly string[]
  /** The body of a 202: the command is recorded, and work that follows from it goes on after the answer. */
  readonly accepted?: z.ZodType
  readonly status: 200 | 201 | 204 | 302
  /** Appends to the ledger, so the call takes an `Idempotency-Key`. */
  readonly command?: true
  /** The toast titles that §5 gives to some sentences of this call; every other sentence has the title "Error". */
  readonly titles?: Readonly<Record<string, string>>
  /** Takes an `If-Match` with the revision that the user saw. */
  readonly ifMatch?: true
  /** The bytes of the largest body, where it is not that of all calls. */
  readonly bodyLimit?: number
}
