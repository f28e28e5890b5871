import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { moveCompanyToNode } from '@ledger/migrations/cluster/move-company-to-node.ts'
import { type CommandContext, CommandError, type CommandResult, resolveCompany } from './command-context.ts'

/** `move <company> --to <host:port>`: moves the part of a cluster with the company to another node (docs/scale.md). */
export async function moveCompanyCommand(
  { settings: { databaseUrl }, progress }: CommandContext,
  company: string | undefined,
  to: string | undefined,
): Promise<CommandResult> {
  if (company === undefined || to === undefined)
    throw new CommandError('Say which and where to: move <company> --to <host:port>')
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(databaseUrl, { name: 'site-ledger terminal', max: 1, onError })
  const { companyId } = await resolveCompany(pool, company).finally(() => pool.end())
  progress('copying')
  const moved = await moveCompanyToNode(databaseUrl, companyId, to)
  const { from, companies, rows } = moved
  const lines =
    from === to
      ? [`${company} is at ${to} already`]
      : [
          `${companies} ${companies === 1 ? 'company' : 'companies'} moved from ${from} to ${to}: ${rows} rows, the same at both`,
        ]
  return { ok: true, json: { company: companyId, ...moved }, lines }
}
