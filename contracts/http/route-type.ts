import { z } from 'zod'

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
  readonly status: 200 | 201 | 204 | 302
  /** Appends to the ledger, so the call takes an `Idempotency-Key`. */
  readonly command?: true
  /** The toast titles that §5 gives to some sentences of this call; every other sentence has the title "Error". */
  readonly titles?: Readonly<Record<string, string>>
  /** Takes an `If-Match` with the revision that the user saw. */
  readonly ifMatch?: true
}

/** An id in a path. A malformed id answers like an absent one (404), except if it is not a text (400). */
const idOf = (description: string, example: string) =>
  z.strictObject({ id: z.string().meta({ description, examples: [example] }) })

export const siteUserId = idOf('The public id of a site incharge', 'site_9876543210')
export const supervisorId = idOf('The public id of a supervisor', 'supervisor_9876501234')
export const auditorId = idOf('The id of an auditor', '0198c0de-7b1a-7c3e-9f00-2a1b3c4d5e6f')
export const transactionId = idOf('The id of a transaction', '0198c0de-7b1a-7c3e-9f00-5b1e2d3c4f5a')
export const billId = idOf(
  'The id that the upload answered: the SHA-256 of the kept bytes, in hex',
  '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
)
