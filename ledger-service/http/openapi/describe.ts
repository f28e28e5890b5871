import { type Html, html, prose } from './html.ts'
import type { JsonSchema } from './schemas.ts'

/** The fields of an object as a list: name, what it may be, what it means. */
export function fields(schema: JsonSchema): Html {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const properties = Object.entries((schema.properties as Record<string, JsonSchema> | undefined) ?? {})
  const items = properties.map(([name, field]) => item(name, field, required.has(name)))
  return html`<dl class="fields">${items}</dl>`
}

/** One field or parameter. */
export function item(name: string, schema: JsonSchema, isRequired: boolean, description = schema.description): Html {
  const meaning = typeof description === 'string' ? html`<dd>${prose(description)}</dd>` : undefined
  return html`<dt><code>${name}</code>${isRequired ? html` <b>required</b>` : undefined}</dt>
<dd class="kind">${kindOf(schema, meaning === undefined)}</dd>${meaning}`
}

/** What a value may be, in a few words; with its regular expression where nothing else says what it must look like. */
export function kindOf(schema: JsonSchema, withPattern = true): Html {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#${name}">${name}</a>`
  }
  if ('const' in schema) return schema.const === '' ? html`empty` : html`<code>${JSON.stringify(schema.const)}</code>`
  if (Array.isArray(schema.enum)) return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  if (Array.isArray(schema.anyOf))
    return joined((schema.anyOf as JsonSchema[]).map((option) => kindOf(option, withPattern)))
  if (schema.type === 'array') return html`list of ${kindOf(schema.items as JsonSchema)}`
  if (schema.type === 'object' && schema.properties) return html`object: ${fields(schema)}`
  const types = [schema.type ?? 'anything'].flat().map((type) => WORDS[String(type)] ?? String(type))
  return html`${types.join(' or ')}${limits(schema)}${withPattern ? likeness(schema) : undefined}`
}

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
}

function joined(kinds: Html[]): Html {
  return html`${kinds.map((kind, index) => (index === 0 ? kind : html` or ${kind}`))}`
}

function limits({ minLength, maxLength, format, minimum, maximum }: JsonSchema): Html {
  const said = [
    format === undefined ? undefined : `, ${format}`,
    typeof minLength === 'number' && minLength > 1 ? `, at least ${minLength} characters` : undefined,
    maxLength === undefined ? undefined : `, at most ${maxLength} characters`,
    minimum === undefined ? undefined : `, from ${minimum}`,
    maximum === undefined ? undefined : `, to ${maximum}`,
  ]
  return html`${said.filter((words) => words !== undefined)}`
}

function likeness({ pattern }: JsonSchema): Html | undefined {
  if (pattern === undefined) return undefined
  return pattern === String.raw`\S` ? html`, not blank` : html`, like <code>${String(pattern)}</code>`
}
