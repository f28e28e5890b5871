import { randomBytes } from 'node:crypto'
import { provideAppLogin, urlWithLogin } from '@ledger/migrations/app-login.ts'
import { distributeOverNodes } from '@ledger/migrations/cluster/distribute-tables.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { withServerConnection } from '../environment/database/server-connection.ts'
import type { TestDatabase } from '../environment/database/test-database.ts'
import { databaseUrlAt, type TestCluster } from './test-cluster.ts'

/** Enough shards for both nodes to have some. */
const SHARDS = 4

/** Installs the product's tables, distributed over the first two nodes, as an owner who is no superuser. */
export async function installDistributedSchema(cluster: TestCluster): Promise<TestDatabase> {
  const { database: name, owner, appLogin } = cluster
  const [coordinator, ...nodes] = cluster.servers.slice(0, 3).map((server) => databaseUrlAt(server, name))
  if (coordinator === undefined) throw new Error('There is no coordinator')
  const [password, appPassword] = [randomBytes(18).toString('hex'), randomBytes(18).toString('hex')]
  await withServerConnection(cluster.servers[0], (client) =>
    client.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${password}'`),
  )
  for (const server of cluster.servers.slice(0, 3))
    await withServerConnection(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  for (const url of [...nodes, coordinator])
    await withServerConnection(url, (client) => client.query('CREATE EXTENSION citus'))
  await withServerConnection(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator)
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const node of nodes)
      await client.query('SELECT citus_add_node($1, $2)', [new URL(node).hostname, Number(new URL(node).port)])
  })
  await withServerConnection(coordinator, async (client) => {
    // Citus repeats this on the nodes.
    await client.query(`ALTER DATABASE ${name} OWNER TO ${owner}`)
    await client.query(`ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`)
  })
  const ownerUrl = urlWithLogin(coordinator, { user: owner, password })
  const login = { user: appLogin, password: appPassword }
  await migrate(ownerUrl)
  await provideAppLogin(ownerUrl, login)
  await distributeOverNodes(ownerUrl, () => undefined)
  return { name, ownerUrl, url: urlWithLogin(ownerUrl, login), drop: () => cluster.close() }
}
