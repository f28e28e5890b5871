import { uploadedBill } from '@ledger/contracts/bill-schemas.ts'
import { auditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { verificationReport } from '@ledger/contracts/http/audit/verification-and-proof-schemas.ts'
import { beneficiary, changedBeneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { errorBodySchema } from '@ledger/contracts/http/error-body-schema.ts'
import * as accounts from '@ledger/contracts/http/people/account-schemas.ts'
import type { RouteName } from '@ledger/contracts/http/routes.ts'
import * as transactions from '@ledger/contracts/http/transaction-schemas.ts'
import { role } from '@ledger/contracts/roles.ts'
import { TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { z } from 'zod'

/** JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) from the contract's zod schemas. */
export type JsonSchema = { [keyword: string]: unknown }

/** Body fields that are stricter in a call than in their schema: any other value of `type` is refused with 403. */
const TYPE_IN_BODY: Partial<Record<RouteName, { type: string; required: boolean }>> = {
  recordExpense: { type: 'debit', required: true },
  editExpense: { type: 'debit', required: false },
  recordCredit: { type: 'credit', required: false },
  editCredit: { type: 'credit', required: false },
}

/** The shapes that several answers share; the document contains each once, by name. */
const NAMED = {
  Balance: accounts.balance,
  SiteUser: accounts.siteUser,
  RevealedUser: accounts.revealedUser,
  Supervisor: accounts.supervisor,
  Transaction: transactions.transaction,
  CompanyTransaction: transactions.companyTransaction,
  RecordedTransaction: transactions.recordedTransaction,
  Beneficiary: beneficiary,
  ChangedBeneficiary: changedBeneficiary,
  Payee: accounts.transferPayee,
  KeptBill: uploadedBill,
  OfficeUser: accounts.officeUser,
  SessionUser: accounts.sessionUser,
  ErrorBody: errorBodySchema,
  AuditEvent: auditEvent,
  Verification: verificationReport,
  Role: role,
}

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id })

/** Returns `components.schemas`. */
export function sharedSchemas(): Record<string, JsonSchema> {
  const all = Object.entries(NAMED).map(([name, schema]) => {
    const { $defs, ...json } = convert(z.tuple([schema]), 'output')
    return [name, at($defs, name) ?? json] as const
  })
  return Object.fromEntries(all)
}

const at = (defs: unknown, name: string) => (defs as Record<string, JsonSchema> | undefined)?.[name]

/** Returns the schema of an answer, with every field that it may have and no other. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  const { $defs: _, ...json } = convert(schema, 'output')
  return json
}

/** Returns the JSON Schema of a path or a query as it is sent, before parsing. */
export const paramsSchema = (schema: z.ZodType): JsonSchema => convert(schema, 'input')

/** Returns the JSON Schema of a body as it is sent, before it is trimmed, split and converted to paise. */
export function bodySchema(name: RouteName, schema: z.ZodType): JsonSchema {
  const json = convert(schema, 'input')
  const isGathered = schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform
  const body = isGathered ? withPersonName(json) : json
  const fixed = TYPE_IN_BODY[name]
  if (!fixed) return body
  const { properties, required, ...rest } = body as { properties: Record<string, JsonSchema>; required: string[] }
  const type = { type: 'string', const: fixed.type, description: properties.type?.description }
  return { ...rest, properties: { ...properties, type }, required: fixed.required ? ['type', ...required] : required }
}

/**
 * Returns the schema of a body whose `name` may also be sent as `firstName` and `lastName`
 * (contracts/http/people/people-requests.ts merges them).
 */
function withPersonName({ properties, required, ...json }: JsonSchema): JsonSchema {
  const { name: _, ...others } = properties as Record<string, JsonSchema>
  const part = { type: 'string', maxLength: TEXT_LIMITS.name }
  return {
    ...json,
    properties: {
      name: {
        type: 'string',
        pattern: String.raw`\S`,
        maxLength: TEXT_LIMITS.name * 2,
        description: 'The first word becomes the first name, the rest the last name',
        examples: ['Ravi Kumar'],
      },
      firstName: { ...part, pattern: String.raw`\S`, description: 'Instead of `name`', examples: ['Ravi'] },
      lastName: { ...part, description: 'Beside `firstName`', examples: ['Kumar'] },
      ...others,
    },
    required: (required as string[]).filter((field) => field !== 'name'),
    oneOf: [{ required: ['name'] }, { required: ['firstName'] }],
    dependentRequired: { lastName: ['firstName'] },
  }
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))),
  })
  return referringToComponents(json) as JsonSchema
}

/**
 * Removes details that a reader does not need: the regular expression of a format, the limit of the safe integers,
 * blank texts.
 */
function tidy(json: JsonSchema): void {
  if (json.format === 'date-time') delete json.pattern
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  const options = Array.isArray(json.anyOf) ? (json.anyOf as JsonSchema[]) : []
  const blank = options.find((option) => option.pattern === String.raw`^\s*$`)
  if (!blank) return
  delete json.anyOf
  Object.assign(json, { type: ['string', 'null'], maxLength: blank.maxLength })
}

function referringToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referringToComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isReference = key === '$ref' && typeof inner === 'string'
      return [key, isReference ? inner.replace('#/$defs/', '#/components/schemas/') : referringToComponents(inner)]
    }),
  )
}
