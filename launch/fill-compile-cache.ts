import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { machineEnvironmentVariables } from '@ledger/database/process/machine-environment-variables.ts'
import { checkoutFolder } from './launch-configuration.ts'
import { hashOfSources } from './source-hash.ts'
import { errorCode } from './start-errors.ts'

/** All code of the processes that stay. */
const SOURCES = ['{contracts,bills,database,migrations,ledger-service,projections,launch}/**/*.ts', 'package-lock.json']
const SCRIPTS = ['ledger-service/main.ts', 'projections/main.ts', 'ledger-service/proof/main.ts', 'launch/start.ts']

/**
 * Fills Node's compile cache in the folder of NODE_COMPILE_CACHE (bootstrap.mjs), unless it was filled from the same
 * sources. A process that finds all its code there does not load the compiler of Node that removes types, which would
 * stay in memory: 20 MB in each process. Without the variable, or where the folder may not be written, nothing is
 * stored.
 */
export async function fillCompileCache(signal?: AbortSignal): Promise<void> {
  const folder = process.env.NODE_COMPILE_CACHE
  if (!folder || !isWritable(folder)) return
  const stamp = join(folder, '.filled-from')
  const wanted = `${process.version} ${hashOfSources(SOURCES)}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const codes = await Promise.all(SCRIPTS.map((script) => runWithoutSettings(script, signal)))
  if (codes.some((code) => code !== EXIT_CODES.wrongConfiguration)) return
  writeFileSync(stamp, wanted)
}

/** Makes the folder where it is missing, and returns whether this user may write there. */
function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) throw error
    return false
  }
}

/**
 * Runs a script of the product with a wrong setting and without others: it loads all its code, does nothing, and stores
 * its compiled code at its end.
 * @returns its exit code
 */
function runWithoutSettings(script: string, signal: AbortSignal | undefined): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(checkoutFolder, script)], {
      env: { ...machineEnvironmentVariables(process.env), PORT: 'none' },
      stdio: 'ignore',
      ...(signal && { signal }),
    })
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
}
