import { randomUUID } from 'node:crypto'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  askAbout,
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  hireOfficeUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { runScheduledJobs } from '../../environment/service/run-scheduled-jobs.ts'
import type { TestService } from '../../environment/service/test-service.ts'
import type { Asker, MatrixObject, ObjectKind } from './access-matrix-table.ts'

/** One account of each kind of asker, with things of their own and of others. */
export interface CompanyWithEveryRole {
  clients: Record<Asker, TestClient>
  workers: Record<'inchargeA' | 'inchargeB' | 'supervisorA' | 'supervisorB', FieldUser>
  /** Returns the id of a thing by its relation to the asker; creates a new thing where the call may use it up. */
  object(thing: MatrixObject, asker: Asker, object: ObjectKind, isUsed: boolean): Promise<string>
}

export async function openCompanyWithEveryRole(api: TestService): Promise<CompanyWithEveryRole> {
  // The worker creates the queues that the API sends to; no worker takes jobs from them here.
  await (await runScheduledJobs(api))()
  const office = await signInAdmin(api.origin)
  const auditor = await hireAuditor(office, 'asha@example.in')
  const accountant = await hireOfficeUser(office, 'accountant', 'divya@example.in')
  const workers = {
    inchargeA: await hireFieldUser(office, 'site_incharge'),
    inchargeB: await hireFieldUser(office, 'site_incharge'),
    supervisorA: await hireFieldUser(office, 'supervisor'),
    supervisorB: await hireFieldUser(office, 'supervisor'),
  }
  const ended = await endedSessions(api, office)
  await api.sql.query('INSERT INTO verifier_keys (company_id, verifier_key) VALUES ($1, $2)', [
    ...[api.company.companyId, 'test+00000000+AAAA'],
  ])
  const { inchargeA, inchargeB, supervisorA, supervisorB } = workers
  for (const incharge of [inchargeA, inchargeB]) await sendMoneyTo(office, incharge, '1000000.00')
  const clients = {
    nobody: api.client(),
    admin: office,
    accountant: accountant.client,
    auditor: auditor.client,
    ...ended,
    inchargeA: inchargeA.client,
    inchargeB: inchargeB.client,
    supervisorA: supervisorA.client,
    supervisorB: supervisorB.client,
  }

  /** Returns the owner of each kind of thing; askers that own nothing use A's. */
  function owners(asker: Asker): Record<'own' | 'sameRole' | 'otherRole', FieldUser> {
    if (asker === 'inchargeB') return { own: inchargeB, sameRole: inchargeA, otherRole: supervisorA }
    if (asker === 'supervisorA') return { own: supervisorA, sameRole: supervisorB, otherRole: inchargeA }
    if (asker === 'supervisorB') return { own: supervisorB, sameRole: supervisorA, otherRole: inchargeA }
    return { own: inchargeA, sameRole: inchargeB, otherRole: supervisorA }
  }

  async function credit(owner: FieldUser): Promise<string> {
    if (owner.role === 'site_incharge') return (await sendMoneyTo(office, owner, '5.00')).id
    return `${(await transferMoney(inchargeA, owner, '5.00')).id}-in`
  }

  async function billOf(owner: FieldUser): Promise<string> {
    const id = await uploadBillFileForId(owner.client, await samplePhoto())
    await recordExpenseOf(owner, { bills: [id] })
    return id
  }

  async function account(role: FieldUser['role'], asker: TestClient, object: ObjectKind, isUsed: boolean) {
    const wanted = object === 'otherRole' ? oppositeFieldRole(role) : role
    if (isUsed) return (await hireFieldUser(office, wanted)).id
    const [first, second] = wanted === 'supervisor' ? [supervisorA, supervisorB] : [inchargeA, inchargeB]
    const isSecond = (asker === second.client) === (object === 'own')
    return (isSecond ? second : first).id
  }

  async function object(thing: MatrixObject, asker: Asker, kind: ObjectKind, isUsed: boolean): Promise<string> {
    if (kind === 'malformed') return 'neither-an-id'
    const ofTransaction = thing === 'expense' || thing === 'credit'
    if (thing === 'bill') return kind === 'absent' ? 'ab'.repeat(32) : billOf(owners(asker)[kind])
    if (kind === 'absent')
      return ofTransaction || thing === 'auditor' || thing === 'officeUser' || thing === 'question'
        ? randomUUID()
        : absentAccount[thing]
    if (thing === 'expense') return (await recordExpenseOf(owners(asker)[kind])).id
    if (thing === 'question')
      return (await askAbout(office, (await recordExpenseOf(owners(asker)[kind])).id, 'Where is the bill?')).id
    if (thing === 'credit') {
      // When head office asks, "other role's" is an entry that is no credit.
      return kind === 'otherRole' ? (await recordExpenseOf(inchargeA)).id : credit(owners(asker)[kind])
    }
    if (thing === 'auditor') {
      if (kind === 'otherRole') return accountIdOf(api, inchargeA)
      return isUsed ? (await hireAuditor(office, `${randomUUID()}@example.in`)).id : auditor.id
    }
    if (thing === 'officeUser') {
      if (kind === 'otherRole') return accountIdOf(api, inchargeA)
      return isUsed ? (await hireOfficeUser(office, 'accountant', `${randomUUID()}@example.in`)).id : accountant.id
    }
    return account(thing === 'supervisor' ? 'supervisor' : 'site_incharge', clients[asker], kind, isUsed)
  }

  const lasting = new Map<string, Promise<string>>()
  function kept(thing: MatrixObject, asker: Asker, kind: ObjectKind, isUsed: boolean): Promise<string> {
    const key = `${thing} ${asker} ${kind}`
    const found = isUsed ? object(thing, asker, kind, isUsed) : (lasting.get(key) ?? object(thing, asker, kind, isUsed))
    if (!isUsed) lasting.set(key, found)
    return found
  }

  return { clients, workers, object: kept }
}

const absentAccount = { incharge: 'site_1111111111', supervisor: 'supervisor_1111111111' }
const oppositeFieldRole = (role: FieldUser['role']) => (role === 'supervisor' ? 'site_incharge' : 'supervisor')

/** Cookies of sessions that were valid once: of a disabled and a deleted account, and an expired session. */
async function endedSessions(api: TestService, office: TestClient) {
  const disabled = await hireFieldUser(office, 'supervisor')
  const deleted = await hireFieldUser(office, 'site_incharge')
  const expired = await hireFieldUser(office, 'site_incharge')
  await office.patch(`/api/admin/supervisors/${disabled.id}/status`, { status: 'disabled' })
  await office.delete(`/api/admin/users/${deleted.id}`)
  await api.sql.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE account_id = $1`, [
    await accountIdOf(api, expired),
  ])
  return { disabled: disabled.client, deleted: deleted.client, expired: expired.client }
}

async function accountIdOf({ sql }: TestService, { mobile }: FieldUser): Promise<string> {
  const { rows } = await sql.query<{ account_id: string }>('SELECT account_id FROM contacts WHERE mobile = $1', [
    mobile,
  ])
  return rows[0]?.account_id ?? ''
}
