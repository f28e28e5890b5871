import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { printableJson, printableLine, printableLines } from '@ledger/contracts/text/escape-unprintable.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { readSignerConfiguration, type SignerConfiguration } from '../proof/signer/signer-configuration.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { AMBIGUOUS_EXIT_CODE, CommandError, type CommandResult } from './command-context.ts'
import { companyCommand } from './company-command.ts'
import { createAdminCommand } from './create-admin-command.ts'
import { distributeCommand } from './distribute-tables-command.ts'
import * as commands from './log-and-rebuild-commands.ts'
import { moveCompanyCommand } from './move-company-to-node-command.ts'

/**
 * Runs the ledger's commands for a person at a terminal (api.md, The audit calls): `npm run ledger -- <command>`. Texts
 * of events are made printable first: a terminal would execute an escape sequence in a name.
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
  distribute                    spread the tables over the nodes of a Citus cluster; --check: change nothing, say
                                what is not as it has to be
  move <company> --to <node>    the company, with those that share its part of the cluster, to another node
Where there are several companies, a command needs --company; backup without it, restore, import and distribute are of all that there is.`

const COMMAND_OPTIONS = {
  json: { type: 'boolean', default: false },
  to: { type: 'string' },
  bills: { type: 'string' },
  company: { type: 'string' },
  host: { type: 'string', multiple: true, default: [] },
  'admin-email': { type: 'string' },
  openid: { type: 'string' },
  'openid-issuer': { type: 'string' },
  'openid-client-id': { type: 'string' },
  check: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig
/** The option that may be given more than once. */
const REPEATABLE_OPTION = 'host'

type CommandOption = keyof typeof COMMAND_OPTIONS

/** The words and options of each command, besides --json; `company` reads its words itself. */
const COMMAND_ARGUMENTS = {
  verify: { words: 0, options: ['company'] },
  replay: { words: 0, options: ['company', 'to'] },
  history: { words: 1, options: ['company'] },
  export: { words: 1, options: ['company', 'bills'] },
  import: { words: 1, options: [] },
  backup: { words: 1, options: ['company'] },
  restore: { words: 1, options: ['host'] },
  rebuild: { words: 1, options: ['company'] },
  checkpoint: { words: 0, options: ['company'] },
  'create-admin': { words: 1, options: ['company'] },
  distribute: { words: 0, options: ['check'] },
  move: { words: 1, options: ['to'] },
  company: {
    words: Number.POSITIVE_INFINITY,
    options: ['host', 'admin-email', 'openid', 'openid-issuer', 'openid-client-id'],
  },
} satisfies Record<string, { words: number; options: CommandOption[] }>
type CommandName = keyof typeof COMMAND_ARGUMENTS
const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMAND_ARGUMENTS, name)

/**
 * Runs one command.
 * @returns the exit code: 0 only without any problem, 2 where the command is ambiguous (no company of several, one of
 * two values) or has a word or an option that it does not take
 */
export async function runCommandLine(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSignerConfiguration(environment)
  if ('wrong' in settings) return printError(settings.wrong)
  if (args.length === 0) return printError(USAGE)
  const isJson = args.includes('--json')
  try {
    const { ok, json, lines } = await runNamedCommand(args, settings, environment)
    process.stdout.write(`${isJson ? printableJson({ ok, ...json }) : lines.map(printableLine).join('\n')}\n`)
    return ok ? 0 : 1
  } catch (error) {
    const message = toError(error).message
    if (isJson) process.stdout.write(`${printableJson({ ok: false, error: message })}\n`)
    return printError(message, error instanceof CommandError ? error.exitCode : 1)
  }
}

/**
 * Returns the command of the arguments, wherever its options stand; undefined where they cannot be parsed, which
 * `runCommandLine` then reports.
 */
export function commandNameIn(args: string[]): string | undefined {
  try {
    return parseCommandLine(args).positionals[0]
  } catch {
    return undefined
  }
}

function runNamedCommand(
  args: string[],
  settings: SignerConfiguration,
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const { name, words, values } = checkedArguments(args)
  const [argument] = words
  const terminal = { settings, company: values.company, progress: progressPrinter(values.json) }
  const command: Record<CommandName, () => Promise<CommandResult>> = {
    verify: () => commands.verifyCommand(terminal),
    replay: () => commands.replayCommand(terminal, values.to),
    history: () => commands.historyCommand(terminal, argument),
    export: () => commands.exportCommand(terminal, argument, values.bills),
    import: () => commands.importCommand(terminal, argument),
    backup: () => backupCommand(terminal, argument, environment),
    restore: () => restoreCommand(terminal, argument, { hosts: values.host, environment }),
    rebuild: () => commands.rebuildCommand(terminal, argument),
    checkpoint: () => commands.checkpointCommand(terminal),
    'create-admin': () => createAdminCommand(terminal, argument, environment),
    distribute: () => distributeCommand(terminal, { isCheck: values.check }),
    move: () => moveCompanyCommand(terminal, argument, values.to),
    company: () =>
      companyCommand(terminal, {
        ...{ words, hosts: values.host, adminEmail: values['admin-email'], environment },
        settings: { openid: values.openid, issuer: values['openid-issuer'], clientId: values['openid-client-id'] },
      }),
  }
  return command[name]()
}

/**
 * Returns the parsed arguments.
 * @throws CommandError, with exit code 2, where some of them would be ignored
 */
function checkedArguments(args: string[]) {
  const { values, positionals, tokens } = parseCommandLine(args)
  const [name = '', ...words] = positionals
  if (!isCommandName(name))
    throw ambiguousCommand(`${name === '' ? 'Say which command' : `There is no command ${name}`}:\n${USAGE}`)
  const { words: most, options }: { words: number; options: readonly string[] } = COMMAND_ARGUMENTS[name]
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.name !== 'json' && !options.includes(token.name))
      throw ambiguousCommand(`${name} takes no --${token.name}${name === token.name ? COMPANY_COMES_LAST_HINT : ''}`)
    // The parser would take the last one.
    if (given.has(token.name) && token.name !== REPEATABLE_OPTION)
      throw ambiguousCommand(`--${token.name} is given twice: say it once`)
    given.add(token.name)
  }
  if (words.length > most) throw ambiguousCommand(`${name} does not take this: ${words.slice(most).join(' ')}`)
  return { name, words, values }
}

const COMPANY_COMES_LAST_HINT = ': name the company behind what is to be done'
const ambiguousCommand = (sentence: string) => new CommandError(sentence, AMBIGUOUS_EXIT_CODE)

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: COMMAND_OPTIONS, tokens: true })
  } catch (error) {
    // The parser's message names the option, and how to write a word that begins with a dash.
    throw ambiguousCommand(`${toError(error).message}\n${USAGE}`)
  }
}

function printError(sentence: string, exitCode = 1): number {
  process.stderr.write(`${printableLines(sentence)}\n`)
  return exitCode
}

/** Returns a function that prints progress on one line, on a terminal only. */
function progressPrinter(json: boolean): (line: string) => void {
  if (json || !process.stderr.isTTY) return () => undefined
  return (line) => process.stderr.write(`\r\u001b[2K${printableLine(line)}`)
}
