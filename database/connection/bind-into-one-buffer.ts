import type { ClientBase, Connection } from 'pg'

/** The parameters of a statement, as `pg` passes them to its connection. */
interface Binding {
  portal?: string | undefined
  statement?: string | undefined
  values?: readonly unknown[] | undefined
  binary?: boolean | undefined
  /** Converts a value to text or bytes. */
  valueMapper?: ((value: unknown) => Buffer | string | null | undefined) | undefined
}

/** The part of a client that the types of `pg` declare for its queries alone. */
interface WithConnection {
  readonly connection: Omit<Connection, 'bind'> & { bind(binding: Binding): void }
}

const BIND = 'B'.charCodeAt(0)
const TEXT = 0
const BINARY = 1
const NULL_LENGTH = -1

/**
 * Makes a connection write the parameters of a statement into one buffer of their size. The driver's own buffer begins
 * with 256 bytes and grows by half again and again, which leaves three to four times the message outside of V8's heap.
 * After each 8 MB of that V8 marks all that the process keeps, twice a second under load
 * (docs/decisions/0012-batch-loaders-and-packed-rows.md).
 */
export function bindIntoOneBuffer(client: ClientBase): void {
  const { connection } = client as ClientBase & WithConnection
  connection.bind = (binding) => {
    const message = bindMessage(binding)
    if (connection.stream.writable) connection.stream.write(message)
  }
}

/**
 * Returns the message Bind of PostgreSQL's protocol: portal, statement, a format for each parameter, the parameters,
 * one format for all results.
 * @throws what `valueMapper` throws, and RangeError above 65,535 parameters; then nothing was sent
 */
function bindMessage({ portal = '', statement = '', values = [], binary = false, valueMapper }: Binding): Buffer {
  const parameters = valueMapper ? values.map((value) => valueMapper(value)) : (values as (Buffer | string | null)[])
  const lengths = parameters.map((value) => (value == null ? NULL_LENGTH : Buffer.byteLength(value)))
  const size = lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), 0)
  const names = Buffer.byteLength(portal) + 1 + Buffer.byteLength(statement) + 1
  const message = Buffer.allocUnsafe(1 + 4 + names + 2 + 2 * parameters.length + 2 + size + 2 + 2)
  message[0] = BIND
  let at = message.writeInt32BE(message.length - 1, 1)
  for (const name of [portal, statement]) {
    at += message.write(name, at)
    message[at++] = 0
  }
  at = message.writeUInt16BE(parameters.length, at)
  for (const value of parameters) at = message.writeInt16BE(typeof value === 'object' && value ? BINARY : TEXT, at)
  at = message.writeUInt16BE(parameters.length, at)
  for (const [index, value] of parameters.entries()) {
    at = message.writeInt32BE(lengths[index] as number, at)
    if (typeof value === 'string') at += message.write(value, at)
    else if (value) at += value.copy(message, at)
  }
  at = message.writeInt16BE(1, at)
  message.writeInt16BE(binary ? BINARY : TEXT, at)
  return message
}
