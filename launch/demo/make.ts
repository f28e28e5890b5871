import { createHash, randomUUIDv7 } from 'node:crypto'
import { type BillContents, openContents } from '@ledger/bills/contents.ts'
import { keepBill } from '@ledger/bills/kept.ts'
import { dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import { maskMobile } from '@ledger/contracts/roles.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import {
  credentialStatements,
  emailName,
  mobileName,
  type NewCredentials,
} from '@ledger/ledger-service/access/credentials.ts'
import { openPasswords, type Passwords } from '@ledger/ledger-service/access/passwords.ts'
import { loadSecrets } from '@ledger/ledger-service/access/secrets.ts'
import { ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import type { Configuration } from '@ledger/ledger-service/configuration.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { type AppendLog, openLog } from '@ledger/ledger-service/event-store/append.ts'
import type { Statement } from '@ledger/ledger-service/event-store/submission.ts'
import { ensureAdmin } from '@ledger/ledger-service/first-start.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import type { Pool } from 'pg'
import { billOf, hasBill } from './bills.ts'
import type { Auditor, Person } from './people.ts'
import { seededRandom } from './random.ts'
import { FIRST_DAY, type Story, tellStory } from './story.ts'

export interface DemoSettings {
  configuration: Configuration
  seed: number
  /** Everybody's. */
  password: string
}

/** Who can sign in, for the person at the terminal. */
export interface DemoMade {
  entries: number
}

/** So many days have photos of their bills: each takes a moment to draw, and whoever tries the demo looks at the newest. */
const DAYS_WITH_BILLS = 2

/** The database holds the books of somebody else. */
export class NotADemo extends Error {}

/**
 * Tells the story to the ledger by commands through the log, as the API does, with the clock of the story. Every command has
 * a key that follows from its place in the story: one that was killed is run again, and goes on where it stopped.
 * @throws NotADemo where the database holds another company
 */
export async function makeDemo({ configuration, seed, password }: DemoSettings): Promise<DemoMade> {
  const { databaseUrl, companyName } = configuration
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(databaseUrl, { name: 'site-ledger demo', max: 2, onError })
  let now = startOfDay(FIRST_DAY)
  let log: AppendLog | undefined
  let contents: BillContents | undefined
  try {
    await refuseOtherBooks(pool, companyName)
    const companyId = await ensureCompany(pool, companyName)
    log = openLog({ databaseUrl, companyId, clock: () => now, announce: () => undefined, onError })
    const secrets = loadSecrets(configuration)
    const passwords = openPasswords(secrets.pepper)
    await ensureAdmin({ pool, log, passwords, companyId, clock: () => now }, configuration.admin)
    const admin = await findAdmin(pool, companyId)
    const story = tellStory(seededRandom(seed), dayOf(new Date().toISOString()), admin)
    const teller = new Teller(log)
    const visible = configuration.passwordReveal ? { password, key: secrets.revealKey } : undefined
    const opening = { companyId, passwords, admin, now, password, visible }
    for (const person of peopleOf(story)) await open(teller, opening, person)
    await openAuditor(teller, opening, story.auditor)
    contents = await openContents(companyId, configuration.billsS3)
    const photographed = withBill({ db: connect(pool), companyId, contents })
    const end = Date.now()
    for (const { at, commands } of story.moments) {
      if (Date.parse(at) > end) break
      now = at
      const isNew = Date.parse(at) > end - DAYS_WITH_BILLS * 86_400_000
      const told = isNew ? await Promise.all(commands.map(photographed)) : commands
      await Promise.all(told.map((command) => teller.tell(command)))
    }
    // Whoever signs in first sees the end of the story, not how it is read.
    const onStopped = (projection: string, _: number, error: Error) => {
      throw new Error(`${projection} cannot take the demo`, { cause: error })
    }
    await catchUp({ db: connect(pool), companyId, onStopped })
    return { entries: teller.entries }
  } finally {
    contents?.close()
    await log?.close()
    await pool.end()
  }
}

const peopleOf = ({ cast }: Story) => cast.flatMap(({ incharge, supervisors }) => [incharge, ...supervisors])

interface Archive {
  db: ReturnType<typeof connect>
  companyId: string
  contents: BillContents
}

/** An expense with the photo of its bill, where it has one. */
function withBill({ db, companyId, contents }: Archive): (command: Command) => Promise<Command> {
  return async (command) => {
    if (command.type !== 'RecordExpense' || !('account' in command.by) || !hasBill(command)) return command
    const { bill } = await keepBill(db, companyId, contents, command.by.account, await billOf(command))
    const { bytes: _, ...named } = bill
    return { ...command, bills: [named] }
  }
}

interface Opening {
  companyId: string
  passwords: Passwords
  admin: { account: string; epoch: number }
  now: string
  password: string
  visible: { password: string; key: Buffer } | undefined
}

async function open(teller: Teller, opening: Opening, person: Person): Promise<void> {
  const { account, role, mobile, name } = person
  const site = role === 'site_incharge' ? person.site.name : null
  const known = { ...splitName(name), site, mobile: maskMobile(mobile) }
  const { visible } = opening
  await openAs(teller, opening, { account, role, profile: known, signInName: mobileName(mobile), mobile, visible })
}

/** Nobody may look at an auditor's password, not even the admin (http/auditors.ts). */
async function openAuditor(teller: Teller, opening: Opening, { account, name, email }: Auditor): Promise<void> {
  const profile = { ...splitName(name), site: null, mobile: null }
  await openAs(teller, opening, { account, role: 'auditor', profile, signInName: emailName(email), email })
}

type Opened = Pick<Extract<Command, { type: 'OpenAccount' }>, 'account' | 'role' | 'profile' | 'signInName'> &
  Partial<Pick<NewCredentials, 'mobile' | 'email' | 'visible'>>

async function openAs(teller: Teller, opening: Opening, opened: Opened): Promise<void> {
  const { companyId, passwords, admin, now, password } = opening
  const { account, role, profile, signInName, mobile, email, visible } = opened
  const command: Command = { type: 'OpenAccount', account, role, profile, signInName, by: admin, now }
  const passwordHash = await passwords.hash(password)
  const given = { companyId, accountId: account, signInName, mobile, email, passwordHash, visible }
  await teller.tell(command, account, credentialStatements(given))
}

function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

class Teller {
  entries = 0
  #told = 0
  readonly #log: AppendLog
  constructor(log: AppendLog) {
    this.#log = log
  }

  /** @throws where the ledger refuses: the story is to be one that it takes */
  async tell(command: Command, place = String(this.#told++), alongside: Statement[] = []): Promise<void> {
    const digest = createHash('sha256').update(`demo ${place}`).digest()
    const answer = await this.#log.submit({
      command,
      meta: { requestId: randomUUIDv7(), agent: 'npm run demo' },
      key: { digest, bodyDigest: digest },
      answer: () => ({ status: 201, body: '' }),
      alongside,
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
