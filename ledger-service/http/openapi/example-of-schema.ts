import type { JsonSchema } from './schemas.ts'

/** The example value by field name, for fields whose schema has none. */
const BY_FIELD: Record<string, unknown> = {
  id: 'site_9876543210',
  role: 'site_incharge',
  userId: 'site_9876543210',
  siteInchargeId: 'site_9876543210',
  toUserId: 'supervisor_9876501234',
  name: 'Ravi Kumar',
  firstName: 'Ravi',
  lastName: 'Kumar',
  email: 'ravi@example.in',
  mobile: '9876543210',
  password: 'Strong-Pass-1',
  siteId: 'site_9876543210',
  siteName: 'Green Valley',
  accountName: 'Ravi Kumar',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  narration: 'Ten bags, delivered to the site',
  reference: 'UTR N123456789012',
  bills: [],
  reason: 'Asked for by the person on it',
  width: 1500,
  height: 2000,
  transferFrom: null,
  transferTo: null,
  isTransfer: false,
  code: 'invalid_request',
  title: 'Error',
  message: 'The request is not well formed',
}

const TRANSACTION_ID = '0198c0de-7b1a-7c3e-9f00-5b1e2d3c4f5a'
const SUPERVISOR = {
  id: 'supervisor_9876501234',
  firstName: 'Sita',
  lastName: 'Devi',
  role: 'supervisor',
  mobile: '9876501234',
}
const BILL = '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'
const EXPENSE = { id: TRANSACTION_ID, type: 'debit' }

/** The example values of shapes in which a field name has a meaning of its own. */
const BY_SHAPE: Record<string, Record<string, unknown>> = {
  KeptBill: { id: BILL, type: 'image/jpeg' },
  OfficeUser: { id: '0198c0de-7b1a-7c3e-9f00-2a1b3c4d5e6f', name: 'Asha Rao', email: 'asha@example.in', role: 'admin' },
  Supervisor: SUPERVISOR,
  Payee: SUPERVISOR,
  Beneficiary: { id: 'b:sharma traders', name: 'Sharma Traders', also: ['Sharma Tradrs'] },
  ChangedBeneficiary: { id: 'b:sharma traders', name: 'Sharma Traders', also: ['Sharma Tradrs'] },
  Transaction: EXPENSE,
  CompanyTransaction: EXPENSE,
  RecordedTransaction: EXPENSE,
}

/** Fields that an example omits, because another field has the same meaning or few clients send them. */
const LEFT_OUT = new Set(['firstName', 'lastName', 'date', 'userId'])

/**
 * Returns a value that the schema allows. It contains only those optional fields of a request that clients usually
 * send.
 */
export function exampleOf(schema: JsonSchema, shared: Record<string, JsonSchema>, field = ''): unknown {
  if (typeof schema.$ref === 'string') return exampleOfShape(schema.$ref.split('/').at(-1) ?? '', shared, field)
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Object.hasOwn(BY_FIELD, field)) return BY_FIELD[field]
  const [option] = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : []
  if (option) return exampleOf(option, shared, field)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return exampleObject(schema, shared)
    case 'array':
      return [exampleOf(schema.items as JsonSchema, shared)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return schema.format === 'date-time' ? '2026-04-01T06:30:00.000Z' : 'text'
  }
}

function exampleOfShape(name: string, shared: Record<string, JsonSchema>, field: string): unknown {
  if (name === 'Role') return BY_FIELD.role
  const example = exampleOf(shared[name] ?? {}, shared, field)
  const own = BY_SHAPE[name]
  if (!own || typeof example !== 'object' || example === null) return example
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, key in own ? own[key] : value]))
}

function exampleObject({ properties = {}, required = [] }: JsonSchema, shared: Record<string, JsonSchema>): object {
  const needed = new Set(required as string[])
  const shown = Object.entries(properties as Record<string, JsonSchema>).filter(
    ([name]) => needed.has(name) || !LEFT_OUT.has(name),
  )
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, shared, name)]))
}
