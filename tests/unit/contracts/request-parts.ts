import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { z } from 'zod'

/**
 * Every part of a request that a schema of the contract reads, with the names of its fields; a name may come in two.
 */
export const REQUEST_PARTS = Object.entries<Route>(ROUTES).flatMap(([name, route]) =>
  (['body', 'query', 'params'] as const).flatMap((part) => {
    const schema = route[part]
    return schema === undefined ? [] : [{ title: `${part} of ${name}`, schema, fields: fieldsOf(schema) }]
  }),
)

function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const fields = Object.keys(properties)
  return fields.includes('name') ? [...fields, 'firstName', 'lastName'] : fields
}
