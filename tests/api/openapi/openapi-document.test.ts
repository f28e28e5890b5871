import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { buildDocument } from '@ledger/ledger-service/http/openapi/openapi-document.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectBody } from '../../environment/network/http-client.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { compileSchema, type OpenApi, validatorFor } from './openapi-client.ts'

const document: OpenApi = JSON.parse(await buildDocument('sid', '0.0.0'))
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const routes: [string, Route][] = Object.entries(ROUTES)

describe('the document', () => {
  it('is valid OpenAPI 3.1, to a validator of others', async () => {
    const validator = new Validator()
    const result = await validator.validate(asData(document))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('is told apart from an invalid one by that validator', async () => {
    const broken = { ...asData(document), info: { title: 'No version' } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('has every call of the contract once, under its name', () => {
    expect(calls.map(({ operation }) => operation.operationId).toSorted()).toEqual(Object.keys(ROUTES).toSorted())
    for (const [name, { method, path, summary }] of routes) {
      const call = calls.find(({ operation }) => operation.operationId === name)
      expect(call?.method, name).toBe(method)
      expect(call?.path, name).toBe(path.replace(':id', '{id}'))
      expect(call?.operation.summary, name).toBe(summary)
    }
  })

  it('says of every call what it answers when all is well', () => {
    for (const { operation } of calls) {
      const [status = ''] = Object.keys(operation.responses).filter((code) => code < '304')
      const answer = operation.responses[status]
      const media = answer && 'content' in answer ? Object.keys(answer.content ?? {}) : []
      expect(media.length > 0, operation.operationId).toBe(['200', '201'].includes(status))
    }
  })

  it('describes every call, parameter, header, field and shape', () => {
    const unsaid: string[] = []
    const look = (where: string, { description, $ref }: { description?: unknown; $ref?: unknown }) => {
      const isSaid = typeof description === 'string' && description.length > 1
      // A shape with a name of its own is described where it stands.
      if (!isSaid && $ref === undefined) unsaid.push(where)
    }
    for (const { operation } of calls) {
      const { operationId, parameters = [] } = operation
      expect([operation.summary, operation.description, operation.tags.join()], operationId).not.toContain('')
      expect(operation.description, operationId).not.toBe(operation.summary)
      look(operationId, operation)
      for (const parameter of parameters) look(`${operationId} ${parameter.name}`, parameter)
    }
    for (const [name, header] of Object.entries(document.components.headers)) look(name, header)
    for (const [name, shape] of Object.entries(document.components.schemas)) look(name, shape)
    for (const [where, field] of fieldsIn(document)) look(where, field)
    expect(unsaid).toEqual([])
  })

  it('refers to nothing that is not there, and holds nothing that nobody refers to', () => {
    const references = new Set(JSON.stringify(document).match(/#\/components\/[\w.-]+\/[\w.-]+/g))
    const components = Object.entries(document.components).flatMap(([kind, entries]) =>
      Object.keys(entries).map((name) => `#/components/${kind}/${name}`),
    )
    for (const reference of references) expect(components).toContain(reference)
    // Security schemes are referred to by their name alone.
    for (const component of components.filter((name) => !name.includes('/securitySchemes/'))) {
      expect([...references]).toContain(component)
    }
  })

  it('has schemas that compile, and examples that fit them', () => {
    const ajv = validatorFor(document)
    for (const { operation } of calls) {
      const { operationId, parameters, requestBody, responses } = operation
      for (const { schema } of parameters ?? []) expect(() => compileSchema(ajv, schema), operationId).not.toThrow()
      const answers = Object.values(responses).map((response) =>
        '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response,
      )
      const contents = [requestBody?.content, ...answers.map((answer) => answer?.content)]
      for (const { schema, example, examples } of contents.flatMap((content) => Object.values(content ?? {}))) {
        const validate = compileSchema(ajv, schema ?? {})
        const shown = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example]
        for (const value of shown) expect([validate(value), validate.errors], operationId).toEqual([true, null])
        // A sentence names its day or word.
        expect(JSON.stringify(shown), operationId).not.toMatch(/"message":"[^"]*\{\}/)
      }
    }
  })

  it('shows bodies that the contract takes', () => {
    const withBody = routes.filter(([, route]) => route.body)
    expect(withBody.length).toBeGreaterThan(10)
    for (const [name, { body }] of withBody) {
      const call = calls.find(({ operation }) => operation.operationId === name)
      const example = call?.operation.requestBody?.content['application/json']?.example
      expect(body?.safeParse(example).error, name).toBeUndefined()
    }
  })

  const expense = { type: 'debit', recipient: 'A', purpose: 'B', paymentMode: 'cash', narration: 'C' }
  const person = { mobile: '9876543210', password: 'Strong-Pass-1' }
  const bodies: [RouteName, object, boolean][] = [
    ...['1', '1.5', '1500.00', 1, 0.01, '999999999.99', 999999999.99].map((amount): [RouteName, object, boolean] => [
      'recordExpense',
      { ...expense, amount },
      true,
    ]),
    ...['', '0', '0.00', '-1', '1,000', '1e3', '1.234', '०', 0, -1, true, null, '1234567890'].map(
      (amount): [RouteName, object, boolean] => ['recordExpense', { ...expense, amount }, false],
    ),
    ['recordExpense', { ...expense, amount: '1', extra: 1 }, false],
    ['recordExpense', { ...expense, amount: '1', narration: '  ' }, false],
    ['createSiteUser', { ...person, name: 'Ravi Kumar' }, true],
    ['createSiteUser', { ...person, firstName: 'Ravi', lastName: 'Kumar' }, true],
    ['createSiteUser', { ...person, firstName: 'Ravi' }, true],
    ['createSiteUser', { ...person, name: 'Ravi', firstName: 'Ravi' }, false],
    ['createSiteUser', { ...person, name: 'Ravi', lastName: 'Kumar' }, false],
    ['createSiteUser', { ...person, lastName: 'Kumar' }, false],
    ['createSiteUser', person, false],
    ['createSiteUser', { ...person, name: 'Ravi', email: '', siteName: null }, true],
    ['editSiteUser', { name: 'Ravi', password: '', mobile: '' }, true],
    ['editSiteUser', { name: 'Ravi', mobile: '12' }, false],
  ]
  it.each(bodies)('says of a body of %s what the contract says: %j %s', (name, body, isTaken) => {
    const call = calls.find(({ operation }) => operation.operationId === name)
    const validate = compileSchema(
      validatorFor(document),
      call?.operation.requestBody?.content['application/json']?.schema ?? {},
    )
    const route: Route = ROUTES[name]
    expect(validate(body)).toBe(isTaken)
    expect(route.body?.safeParse(body).success).toBe(isTaken)
  })

  // Hand-written, not taken from the policy table.
  const roles: [RouteName, string[]][] = [
    ['adminLogin', ['anyone']],
    ['siteBalance', ['site_incharge', 'supervisor']],
    ['deleteExpense', ['site_incharge']],
    ['transfer', ['site_incharge']],
    ['sendMoney', ['admin']],
    ['revealUser', ['admin']],
    ['adminTransactions', ['admin', 'accountant', 'auditor']],
    ['beneficiaries', ['site_incharge', 'supervisor', 'admin', 'accountant', 'auditor']],
  ]
  it.each(roles)('says who may call %s: %j', (name, expected) => {
    const call = calls.find(({ operation }) => operation.operationId === name)
    expect(call?.operation['x-roles']).toEqual(expected)
    expect(call?.operation.security).toEqual(expected.includes('anyone') ? [] : [{ session: [] }])
  })

  it('says which headers a command takes', () => {
    const namesOf = (name: RouteName) =>
      calls.find(({ operation }) => operation.operationId === name)?.operation.parameters?.map((given) => given.name)
    expect(namesOf('recordExpense')).toEqual(['Idempotency-Key', 'Ledger-Account'])
    expect(namesOf('editExpense')).toEqual(['id', 'Idempotency-Key', 'Ledger-Account', 'If-Match'])
    expect(namesOf('sendMoney')).toEqual(['Idempotency-Key'])
    expect(namesOf('siteBalance')).toEqual(['Ledger-Account', 'If-None-Match'])
  })
})

describe('the server', () => {
  let api: TestService
  beforeAll(async () => {
    api = await startTestService()
  })
  afterAll(() => api.close())

  it('serves the document to anybody, with an ETag for the next time', async () => {
    const reply = await api.client().get('/api/openapi.json')
    expect(expectBody(reply, 200, z.looseObject({ openapi: z.string() })).openapi).toBe('3.1.1')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    const again = await api.client().get('/api/openapi.json', { 'if-none-match': reply.headers.etag })
    expect(again.status).toBe(304)
  })

  it('has no call under /api that the document does not have, but for the document itself', () => {
    const served = [...listed(api.app.printRoutes({ commonPrefix: false }))]
    const documented = Object.keys(document.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
    const own = ['', '/page.css', '/page.js', '/swagger-ui.css', '/swagger-ui-bundle.js'].map(
      (file) => `/api/docs${file}`,
    )
    expect(served.toSorted()).toEqual([...new Set([...documented, ...own, '/api/openapi.json'])].toSorted())
  })
})

/** Every field of every schema, with the way to it. */
function* fieldsIn(value: unknown, where = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // Examples are values, and no schemas.
    if (key === 'example' || key === 'examples') continue
    if (key === 'properties')
      for (const [name, field] of Object.entries(inner)) yield [`${where} ${name}`, z.looseObject({}).parse(field)]
    yield* fieldsIn(inner, `${where} ${key}`)
  }
}

/** The paths under /api of Fastify's drawing of its routes: a tree, whose lines are indented by four for each level. */
function* listed(drawing: string): Generator<string> {
  const parents: string[] = []
  for (const line of drawing.split('\n')) {
    const [, indent = '', segment = '', methods] = /^((?:│ {3}| {4})*)[├└]── ([^ ]+)(?: \((.+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.length = depth
    parents.push(segment)
    const path = parents.join('')
    if (methods !== undefined && path.startsWith('/api/')) yield path
  }
}

/** As it goes over the wire. */
function asData(value: object): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(value)))
}
