// Checks docker-compose.yml against the Compose Specification, and the Dockerfile against the files of the checkout, as
// far as that is possible without a container engine. docs/containers.md has the results of a real engine.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { type Copy, DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { parseDocument } from 'yaml'

/** Returns all faults of the two files of a checkout, one readable line each. */
export function containerFaults(checkout: string): string[] {
  const text = (name: string) => readFileSync(join(checkout, name), 'utf8')
  return [...composeFaults(text('docker-compose.yml'), checkout), ...dockerfileFaults(text('Dockerfile'), checkout)]
}

/** Checks that the text is YAML, follows the specification's schema, and starts scripts that exist. */
export function composeFaults(text: string, checkout: string): string[] {
  const document = parseDocument(text, { merge: true })
  const broken = [...document.errors, ...document.warnings].map(({ message }) => `docker-compose.yml: ${message}`)
  if (broken.length > 0) return broken
  const compose: Compose = document.toJS()
  // The schema has its own formats and keywords for editors, which no validator knows.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'compose-spec', 'compose-spec.json'), 'utf8'))
  // Its meta-schema has an address that Ajv does not know.
  const isValid = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })
  if (!isValid(compose)) {
    return (isValid.errors ?? []).map(({ instancePath, message }) => `docker-compose.yml: ${instancePath} ${message}`)
  }
  const scripts = Object.values(compose.services).flatMap(({ command }) =>
    command?.filter((word) => /\.ts$/.test(word)),
  )
  const missing = scripts.filter((script) => script !== undefined && !existsSync(join(checkout, script)))
  return [
    ...missing.map((script) => `docker-compose.yml starts ${script}, which is not there`),
    ...Object.entries(compose.services).flatMap(([name, service]) => missingContainerLimits(name, service)),
  ]
}

/** Returns the missing restrictions of a container: permissions and resources that none of ours needs. */
function missingContainerLimits(
  name: string,
  { cap_drop, security_opt, mem_limit, pids_limit }: ComposeService,
): string[] {
  const limits = {
    'cap_drop: [ALL]': cap_drop?.includes('ALL'),
    'no-new-privileges': security_opt?.includes('no-new-privileges:true'),
    mem_limit: mem_limit !== undefined,
    pids_limit: pids_limit !== undefined,
  }
  const missing = Object.entries(limits).filter(([, isThere]) => !isThere)
  return missing.map(([limit]) => `docker-compose.yml: ${name} has no ${limit}`)
}

interface ComposeService {
  command?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string | number
  pids_limit?: string | number
}

interface Compose {
  services: Record<string, ComposeService>
}

/**
 * Checks that the Dockerfile is well formed, copies existing files, and gives `npm ci` the manifest of every workspace.
 */
export function dockerfileFaults(text: string, checkout: string): string[] {
  const wrong = validate(text).map(({ message, range }) => `Dockerfile, line ${range.start.line + 1}: ${message}`)
  const instructions = DockerfileParser.parse(text).getInstructions()
  const copies = instructions
    .filter((instruction): instruction is Copy => instruction.getKeyword() === 'COPY')
    .filter((copy) => copy.getFromFlag() === null)
    .flatMap((copy) => copy.getArguments().slice(0, -1))
    .map((argument) => argument.getValue())
  const missing = copies.filter((path) => !existsSync(join(checkout, path)))
  const manifest: { workspaces: string[] } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const unnamed = manifest.workspaces.filter((folder) => !copies.includes(`${folder}/package.json`))
  return [
    ...wrong,
    ...missing.map((path) => `Dockerfile copies ${path}, which is not there`),
    ...unnamed.map((folder) => `Dockerfile: npm ci needs ${folder}/package.json, and nothing copies it`),
  ]
}
