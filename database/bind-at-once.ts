import type { ClientBase, Connection } from 'pg'

/** What `pg` binds: values as its caller has them, and what makes text or bytes of each. */
interface Binding {
  portal?: string | undefined
  statement?: string | undefined
  values?: readonly unknown[] | undefined
  binary?: boolean | undefined
  valueMapper?: ((value: unknown) => Buffer | string | null | undefined) | undefined
}

/** Of a client what `pg` declares of its queries only. */
interface Connected {
  readonly connection: Omit<Connection, 'bind'> & { bind(binding: Binding): void }
}

const BIND = 'B'.charCodeAt(0)
const TEXT = 0
const BINARY = 1
const NULL_LENGTH = -1

/**
 * Has a connection write its parameters into one buffer of their size. The driver's own grows by half again and again, from 256 bytes: a page of a read model
 * left three times its bytes behind outside of V8's heap, for which V8 looked through everything that the worker keeps, twice a second.
 */
export function bindAtOnce(client: ClientBase): void {
  const { connection } = client as ClientBase & Connected
  connection.bind = (binding) => {
    const message = bindMessage(binding)
    if (connection.stream.writable) connection.stream.write(message)
  }
}

/**
 * The message Bind of PostgreSQL's protocol: portal, statement, a format for each parameter, the parameters, one format for all results.
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
