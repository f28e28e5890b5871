import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type HttpReply, TestClient } from '../../environment/network/http-client.ts'

type Schema = Record<string, unknown>
interface Reference {
  $ref: string
}
type Content = Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>
interface Response {
  description: string
  headers: Record<string, Reference>
  content?: Content
}
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-roles': string[]
  security: Record<string, never[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
}

/** OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), as far as this API needs it. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    headers: Record<string, { description: string; schema: Schema }>
    securitySchemes: Record<string, Schema>
  }
}

export interface OpenApiCallInput {
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/**
 * A client that uses only the OpenAPI document: it finds a call by its operationId, sends only fields of the document,
 * and checks each answer against the document: the status, the headers, every field and no other.
 */
export class OpenApiClient {
  readonly #document: OpenApi
  readonly #http: TestClient
  readonly #ajv: Ajv2020
  readonly called = new Set<string>()

  constructor(document: OpenApi, origin: string) {
    this.#document = document
    this.#http = new TestClient(origin)
    this.#ajv = validatorFor(document)
  }

  async call(operationId: string, given: OpenApiCallInput = {}): Promise<HttpReply> {
    const { method, path, operation } = this.#find(operationId)
    const reply = await this.#http.call(method, this.#address(path, operation, given), this.#body(operation, given), {
      headers: given.headers,
    })
    this.called.add(operationId)
    this.#checkAnswer(operationId, operation, reply)
    return reply
  }

  #find(operationId: string) {
    for (const [path, methods] of Object.entries(this.#document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.operationId === operationId) return { method: asMethod(method), path, operation }
      }
    }
    throw new Error(`The document has no ${operationId}`)
  }

  #address(
    path: string,
    { operationId, parameters = [] }: Operation,
    { path: ids = {}, query = {}, headers = {} }: OpenApiCallInput,
  ) {
    for (const [place, values] of [
      ['path', ids],
      ['query', query],
      ['header', headers],
    ] as const) {
      for (const [name, value] of Object.entries(values)) {
        const parameter = parameters.find((known) => known.in === place && known.name === name)
        if (!parameter) throw new Error(`${operationId} takes no ${name} in the ${place}`)
        this.#check(`${operationId} ${name}`, parameter.schema, value)
      }
    }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
    return Object.keys(query).length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled
  }

  #body({ operationId, requestBody }: Operation, { body }: OpenApiCallInput): unknown {
    const schema = requestBody?.content['application/json']?.schema
    if (requestBody?.required !== true && body === undefined) return undefined
    if (schema === undefined) throw new Error(`${operationId} takes no body`)
    this.#check(`the body of ${operationId}`, schema, body)
    return body
  }

  #checkAnswer(operationId: string, operation: Operation, reply: HttpReply): void {
    const found = operation.responses[String(reply.status)]
    if (!found)
      throw new Error(`${operationId} answers ${reply.status}, which the document does not say: ${reply.text}`)
    const response = '$ref' in found ? this.#document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found
    if (!response) throw new Error(`${operationId} ${reply.status} refers to nothing`)
    const known = Object.keys(response.headers).map((name) => name.toLowerCase())
    for (const name of ['link', 'location', 'ledger-lag', 'ledger-count', 'retry-after', 'x-request-id']) {
      if (name in reply.headers && !known.includes(name)) throw new Error(`${operationId} answers an unknown ${name}`)
    }
    const content = response.content?.['application/json']
    if (!content?.schema) {
      if (reply.json !== undefined) throw new Error(`${operationId} ${reply.status} has a body: ${reply.text}`)
      return
    }
    this.#check(`the answer ${reply.status} of ${operationId}`, content.schema, reply.json)
  }

  #check(what: string, schema: object, value: unknown): void {
    const validate = compileSchema(this.#ajv, schema)
    if (!validate(value))
      throw new Error(`${what} is not what the document says: ${this.#ajv.errorsText(validate.errors)}`)
  }
}

/** Returns a validator that resolves references to the document's components. */
export function validatorFor(document: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.addVocabulary(['components'])
  ajv.addSchema({ $id: 'document', components: document.components })
  return ajv
}

/** Compiles a schema of the document, whose references begin at the document's root. */
export function compileSchema(ajv: Ajv2020, schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  return ajv.compile(JSON.parse(text))
}

function asMethod(method: string) {
  const upper = method.toUpperCase()
  for (const known of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) if (upper === known) return known
  throw new Error(`${method} is no method of this API`)
}
