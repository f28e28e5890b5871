import { fields, item, kindOf } from './describe.ts'
import type { Content, OpenApi, Operation, Response } from './document.ts'
import { type Html, html, prose } from './html.ts'
import type { JsonSchema } from './schemas.ts'

/** The document as a page to read: a list of calls, each to be opened, and the shapes below. */
export function pageOf(document: OpenApi): string {
  const { info, tags, paths, components } = document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const sections = tags.map(
    ({ name, description }) => html`<section>
<h2 id="${anchor(name)}">${name}</h2>
<p>${description}</p>
${calls.filter(({ operation }) => operation.tags.includes(name)).map((call) => callOf(call, document))}
</section>
`,
  )
  const shapes = Object.entries(components.schemas).map(
    ([
      name,
      schema,
    ]) => html`<details><summary><code>${name}</code></summary><div id="${name}">${shapeOf(schema)}</div></details>
`,
  )
  const links = tags.map(({ name }) => html`<a href="#${anchor(name)}">${name}</a> `)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header>
<h1>${info.title}: API</h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>\n`)}
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI ${document.openapi})</p>
<nav aria-label="Sections">${links}<a href="#shapes">Shapes</a></nav>
</header>
<main>
${sections}
<section>
<h2 id="shapes">Shapes</h2>
${shapes}
</section>
</main>
</body>
</html>
`.text
}

const anchor = (name: string) => `section-${name.toLowerCase()}`

interface Call {
  method: string
  path: string
  operation: Operation
}

function callOf({ method, path, operation }: Call, document: OpenApi): Html {
  const { operationId, summary, requestBody, parameters, responses } = operation
  const answers = Object.entries(responses).map(([status, response]) => [status, resolved(response, document)] as const)
  const given = parameters.map(({ name, in: place, required, schema, description }) =>
    item(place === 'path' ? `{${name}}` : name, schema, required, description),
  )
  // A browser opens what its address points into, so the name stands inside.
  return html`<details>
<summary><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
<div id="${operationId}">
<p>Who: ${operation['x-roles'].map((role, index) => (index === 0 ? role : `, ${role}`))}</p>
${given.length > 0 ? html`<h3>Parameters and headers</h3><dl class="fields">${given}</dl>` : undefined}
${requestBody ? html`<h3>Body</h3>${contentOf(requestBody.content, 'whole')}` : undefined}
<h3>Answer</h3>
${answers.filter(([status]) => Number(status) < 400).map(([status, response]) => answerOf(status, response))}
<h3>Refusals</h3>
<dl class="refusals">${answers.filter(([status]) => Number(status) >= 400).map(([status, response]) => refusalOf(status, response))}</dl>
</div>
</details>
`
}

function resolved(response: Operation['responses'][string], { components }: OpenApi): Response {
  if (!('$ref' in response)) return response
  const found = components.responses[response.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`There is no ${response.$ref}`)
  return found
}

function answerOf(status: string, { description, headers, content }: Response): Html {
  const names = Object.keys(headers).map((name) => html` <code>${name}</code>`)
  return html`<p><b>${status}</b> ${description}. Headers:${names}</p>
${content ? contentOf(content, 'name') : undefined}`
}

/** A body of our own is described field by field, an answer by the name of its shape. */
function contentOf(content: Content, extent: 'whole' | 'name'): Html {
  const parts = Object.entries(content).map(([type, { schema = {}, example }]) => {
    const kind = Object.keys(schema).length > 0 ? html`: ${kindOf(schema)}` : undefined
    const shape = extent === 'whole' ? fields(schema) : html`<p>${type}${kind}</p>`
    const sample = example === undefined ? undefined : html`<pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`
    return html`${shape}${sample}`
  })
  return html`${parts}`
}

function refusalOf(status: string, { content }: Response): Html {
  const examples = Object.entries(content?.['application/json']?.examples ?? {})
  return html`<dt>${status}</dt>${examples.map(([code, { value }]) => html`<dd><code>${code}</code> ${messageOf(value)}</dd>`)}`
}

const messageOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'message' in value ? String(value.message) : ''

function shapeOf(schema: JsonSchema): Html {
  return schema.properties ? fields(schema) : html`<p>${kindOf(schema)}</p>`
}
