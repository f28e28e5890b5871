// Run after `npm install`, as `node launch/complete-lockfile.mjs`. Adds the entries of other systems' optional packages
// to package-lock.json. npm omits them if the registry in use does not have them, and without them `npm ci` refuses the
// lockfile.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'aix', 'sunos', 'openbsd', 'netbsd']
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const added = isLocked(path, name) ? undefined : entryOf(name, version, entry.dev)
    if (added) packages[`node_modules/${name}`] = added
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Returns whether a package that `from` depends on is locked, in its own node_modules or in one further up. */
function isLocked(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (!at) return false
  }
}

/**
 * Returns the entry of a package, whose name shows the system and the processor; undefined if the version is not exact.
 */
function entryOf(name, version, dev) {
  const words = name.replace(/(musl|gnu)eabihf/, '').split(/[-/]/)
  const system = SYSTEMS.find((word) => words.includes(word))
  const processor = PROCESSORS.find((word) => words.includes(word))
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || !system || !processor) return undefined
  const libc = name.includes('musl') ? { libc: ['musl'] } : {}
  return { version, cpu: [processor], ...(dev ? { dev: true } : {}), optional: true, os: [system], ...libc }
}
