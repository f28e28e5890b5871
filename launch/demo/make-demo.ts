import { createHash, randomUUIDv7 } from 'node:crypto'
import { storeBill } from '@ledger/bills/bill-records.ts'
import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import { DAY_MS, dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import { maskMobile } from '@ledger/contracts/text/mask-mobile.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import {
  emailSignInName,
  insertCredentialStatements,
  mobileSignInName,
  type NewCredentials,
} from '@ledger/ledger-service/access/credential-store.ts'
import { loadInstallationSecrets } from '@ledger/ledger-service/access/installation-secrets.ts'
import { openPasswordHasher, type PasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { ensureAdmin } from '@ledger/ledger-service/bootstrap-admin.ts'
import { ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { ApiConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { type AppendLog, openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import type { Pool } from 'pg'
import { billPhotoOf, hasBill } from './bill-photos.ts'
import { createDemoHistory, type DemoHistory, FIRST_DAY } from './demo-history.ts'
import { seededRandom } from './seeded-random.ts'
import type { DemoAuditor, DemoPerson } from './sites-and-people.ts'

export interface DemoSettings {
  configuration: ApiConfiguration
  seed: number
  /** The password of all accounts. */
  password: string
}

/** The result, for the person at the terminal. */
export interface DemoMade {
  entries: number
}

/**
 * The number of days at the end whose expenses have photos: each takes a moment to draw, and users of the demo look at
 * the newest.
 */
const DAYS_WITH_BILLS = 2

/** The database contains another company's books. */
export class NotADemo extends Error {}

/**
 * Makes the demo by sending commands through the log, as the API does, with the clock of the history. The key of each
 * command follows from its place in the history, so a run that was killed continues where it stopped.
 * @throws NotADemo if the database contains another company
 */
export async function makeDemo({ configuration, seed, password }: DemoSettings): Promise<DemoMade> {
  const { databaseUrl, companyName } = configuration
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(databaseUrl, { name: 'site-ledger demo', max: 2, onError })
  let now = startOfDay(FIRST_DAY)
  let log: AppendLog | undefined
  let contents: BillBlobStores | undefined
  try {
    await refuseOtherBooks(pool, companyName)
    const companyId = await ensureFirstCompany(pool, companyName)
    log = openAppendLog({ databaseUrl, companyId, clock: () => now, notifyAppended: () => undefined, onError })
    const secrets = loadInstallationSecrets(configuration)
    const passwords = openPasswordHasher(secrets.pepper)
    await ensureAdmin({ pool, log, passwords, companyId, clock: () => now }, configuration.admin)
    const admin = await findAdmin(pool, companyId)
    const story = createDemoHistory(seededRandom(seed), dayOf(new Date().toISOString()), admin)
    const teller = new CommandRecorder(log)
    const visible = configuration.passwordReveal ? { password, key: secrets.revealKey } : undefined
    const opening = { companyId, passwords, admin, now, password, visible }
    for (const { person, incharge } of peopleOfHistory(story)) await openFieldAccount(teller, opening, person, incharge)
    await openAuditorAccount(teller, opening, story.auditor)
    contents = await openBlobStores(companyId, configuration.billsS3)
    const photographed = withBillPhoto({ db: kyselyOverPool(pool), companyId, contents })
    const end = Date.now()
    for (const { at, commands } of story.moments) {
      if (Date.parse(at) > end) break
      now = at
      const isNew = Date.parse(at) > end - DAYS_WITH_BILLS * DAY_MS
      const told = isNew ? await Promise.all(commands.map(photographed)) : commands
      await Promise.all(told.map((command) => teller.record(command)))
    }
    // The read models are filled now, so that the first user who signs in sees the end of the history.
    const onStopped = (projection: string, _: number, error: Error) => {
      throw new Error(`${projection} cannot take the demo`, { cause: error })
    }
    await catchUp({ db: kyselyOverPool(pool), companyId, onStopped })
    return { entries: teller.entries }
  } finally {
    contents?.close()
    await log?.close()
    await pool.end()
  }
}

/** Returns everybody in the order in which the accounts are opened: an incharge before the supervisors of the site. */
const peopleOfHistory = ({ cast }: DemoHistory) =>
  cast.flatMap(({ incharge, supervisors }) => [
    { person: incharge, incharge: undefined },
    ...supervisors.map((person) => ({ person, incharge })),
  ])

interface BillArchive {
  db: ReturnType<typeof kyselyOverPool>
  companyId: string
  contents: BillBlobStores
}

/** Returns a function that adds the photo of its bill to an expense, if the expense has one. */
function withBillPhoto({ db, companyId, contents }: BillArchive): (command: Command) => Promise<Command> {
  return async (command) => {
    if (command.type !== 'RecordExpense' || !('account' in command.by) || !hasBill(command)) return command
    const { bill } = await storeBill(db, companyId, contents, command.by.account, await billPhotoOf(command))
    const { bytes: _, ...named } = bill
    return { ...command, bills: [named] }
  }
}

interface AccountOpening {
  companyId: string
  passwords: PasswordHasher
  admin: { account: string; epoch: number }
  now: string
  password: string
  visible: { password: string; key: Buffer } | undefined
}

/** @param incharge that of the site where a supervisor works, from the first day on */
async function openFieldAccount(
  teller: CommandRecorder,
  opening: AccountOpening,
  person: DemoPerson,
  incharge: DemoPerson | undefined,
): Promise<void> {
  const { account, role, mobile, name } = person
  const site = role === 'site_incharge' ? person.site.name : null
  const known = { ...splitDemoName(name), site, mobile: maskMobile(mobile) }
  const { visible } = opening
  await openAccount(teller, opening, {
    account,
    role,
    profile: known,
    signInName: mobileSignInName(mobile),
    mobile,
    visible,
    assignment: incharge && { site: incharge.account },
  })
}

/** An auditor's password is not stored in visible form, because not even the admin may see it. */
async function openAuditorAccount(
  teller: CommandRecorder,
  opening: AccountOpening,
  { account, name, email }: DemoAuditor,
): Promise<void> {
  const profile = { ...splitDemoName(name), site: null, mobile: null }
  await openAccount(teller, opening, { account, role: 'auditor', profile, signInName: emailSignInName(email), email })
}

type AccountToOpen = Pick<
  Extract<Command, { type: 'OpenAccount' }>,
  'account' | 'role' | 'profile' | 'signInName' | 'assignment'
> &
  Partial<Pick<NewCredentials, 'mobile' | 'email' | 'visible'>>

async function openAccount(teller: CommandRecorder, opening: AccountOpening, opened: AccountToOpen): Promise<void> {
  const { companyId, passwords, admin, now, password } = opening
  const { account, role, profile, signInName, mobile, email, visible, assignment } = opened
  const command: Command = { type: 'OpenAccount', account, role, profile, signInName, assignment, by: admin, now }
  const passwordHash = await passwords.hash(password)
  const given = { companyId, accountId: account, signInName, mobile, email, passwordHash, visible }
  await teller.record(command, account, insertCredentialStatements(given))
}

function splitDemoName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

class CommandRecorder {
  entries = 0
  #told = 0
  readonly #log: AppendLog
  constructor(log: AppendLog) {
    this.#log = log
  }

  /**
   * Records a command.
   * @throws Error if the ledger refuses it; the history must contain only commands that it accepts
   */
  async record(command: Command, place = String(this.#told++), sideStatements: SqlStatement[] = []): Promise<void> {
    const digest = createHash('sha256').update(`demo ${place}`).digest()
    const answer = await this.#log.submit({
      command,
      meta: { requestId: randomUUIDv7(), agent: 'npm run demo' },
      key: { digest, bodyDigest: digest },
      answer: () => ({ status: 201, body: '' }),
      sideStatements,
    })
    if (answer.status !== 201) throw new Error(`The ledger refused ${command.type} of the demo: ${answer.body}`)
    if ('transaction' in command) this.entries++
  }
}

async function refuseOtherBooks(pool: Pool, companyName: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM companies LIMIT 1')
  const name = rows[0]?.name
  if (name !== undefined && name !== companyName)
    throw new NotADemo(`This database holds the books of ${name}; the demo needs an empty one.`)
}

async function findAdmin(pool: Pool, companyId: string): Promise<{ account: string; epoch: number }> {
  const { rows } = await pool.query<{ account: string; epoch: number }>(
    `SELECT account_id AS account, epoch FROM account_states WHERE company_id = $1 AND role = 'admin' LIMIT 1`,
    [companyId],
  )
  const admin = rows[0]
  if (!admin) throw new Error('The demo has no admin')
  return admin
}
