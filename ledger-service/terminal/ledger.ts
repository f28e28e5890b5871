import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { printable, printableJson, printableLines } from '@ledger/contracts/printable.ts'
import { readSignerConfiguration } from '../proof/signer-configuration.ts'
import { backUp, restore } from './backup.ts'
import * as commands from './commands.ts'
import { company } from './company.ts'
import { createAdmin } from './create-admin.ts'
import { distributeTables } from './distribute.ts'

/**
 * The ledger for a person at a terminal (api.md, The audit calls): `npm run ledger -- <command>`. What events hold reaches the
 * terminal printable only: an escape sequence in a name would be obeyed.
 */

const USAGE = `npm run ledger -- <command> [--company <host or id>] [--json]
  verify                        chain, checkpoints, states, read models and bills
  replay --to <position|time>   the balances of that moment
  history <id>                  every revision of a transaction
  export <file>                 the whole log as NDJSON; --bills <folder>: and every bill as a file
  import <file>                 into an empty database
  backup <file>                 everything that is needed to go on elsewhere, encrypted with a passphrase;
                                with --company what that company takes with it, and nothing else
  restore <file>                such a backup, into an empty database; that of one company also beside
                                others, --host <host>: by which host it is found there
  rebuild [projection]          one read model, or all
  checkpoint                    sign the log as it is now
  create-admin <e-mail>         another admin, with a password that is shown once
  company list | add | hosts    the companies here, and the hosts by which they are found
  company settings              where the office of a company may sign in instead
  company rename                what a company is called
  company disable | enable      whether the people of a company are let in
  distribute                    spread the tables over the nodes of a Citus cluster
Where there are several companies, a command needs --company; backup without it, restore, import and distribute are of all that there is.`

/**
 * Runs one command.
 * @returns the exit code: 0 only if all is well, 2 where it has to be said of which company, or which of two values
 */
export async function runLedger(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSignerConfiguration(environment)
  if ('wrong' in settings) return say(settings.wrong)
  const { values, positionals, tokens } = readArguments(args)
  if (!values) return say(USAGE)
  const [name = '', ...words] = positionals
  const [argument] = words
  const terminal = { settings, company: values.company, progress: progressTo(values.json) }
  const command = {
    verify: () => commands.verify(terminal),
    replay: () => commands.replay(terminal, values.to),
    history: () => commands.history(terminal, argument),
    export: () => commands.exportTo(terminal, argument, values.bills),
    import: () => commands.importFrom(terminal, argument),
    backup: () => backUp(terminal, argument, environment),
    restore: () => restore(terminal, argument, { hosts: values.host, environment }),
    rebuild: () => commands.rebuildModels(terminal, argument),
    checkpoint: () => commands.checkpoint(terminal),
    'create-admin': () => createAdmin(terminal, argument, environment),
    distribute: () => distributeTables(terminal),
    company: () =>
      company(terminal, {
        ...{ words, hosts: values.host, adminEmail: values['admin-email'], environment },
        settings: { openid: values.openid, issuer: values['openid-issuer'], clientId: values['openid-client-id'] },
      }),
  }[name]
  if (!command) return say(USAGE)
  if (values.company !== undefined && OF_ALL.includes(name))
    return say(`${name} takes no --company${name === 'company' ? ': name the company behind what is to be done' : ''}`)
  try {
    requireOnce(tokens)
    const { ok, json, lines } = await command()
    process.stdout.write(`${values.json ? printableJson({ ok, ...json }) : lines.map(printable).join('\n')}\n`)
    return ok ? 0 : 1
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (values.json) process.stdout.write(`${printableJson({ ok: false, error: message })}\n`)
    return say(message, error instanceof commands.CannotDo ? error.exitCode : 1)
  }
}

/** What these take is the whole database, what a file holds, or a company that is named behind them. */
const OF_ALL = ['restore', 'import', 'distribute', 'company']

const OPTIONS = {
  json: { type: 'boolean', default: false },
  to: { type: 'string' },
  bills: { type: 'string' },
  company: { type: 'string' },
  host: { type: 'string', multiple: true, default: [] },
  'admin-email': { type: 'string' },
  openid: { type: 'string' },
  'openid-issuer': { type: 'string' },
  'openid-client-id': { type: 'string' },
} satisfies ParseArgsOptionsConfig

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS, tokens: true })
  } catch (error) {
    return { values: undefined, positionals: [String(error)], tokens: [] }
  }
}

/** Of an option that stands there twice the parser would take the last. @throws CannotDo to end with 2 */
function requireOnce(tokens: readonly { kind: string; name?: string }[]): void {
  const options: ParseArgsOptionsConfig = OPTIONS
  const given = new Set<string>()
  for (const { name } of tokens) {
    if (name === undefined || options[name]?.multiple) continue
    if (given.has(name)) throw new commands.CannotDo(`--${name} is given twice: say it once`, commands.UNCLEAR)
    given.add(name)
  }
}

function say(sentence: string, exitCode = 1): number {
  process.stderr.write(`${printableLines(sentence)}\n`)
  return exitCode
}

/** One line that is written over, on a terminal only. */
function progressTo(json: boolean): (line: string) => void {
  if (json || !process.stderr.isTTY) return () => undefined
  return (line) => process.stderr.write(`\r\u001b[2K${printable(line)}`)
}
