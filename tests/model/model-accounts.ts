import type { Role } from '@ledger/contracts/roles.ts'
import type { Asker } from '@ledger/ledger-service/domain/commands.ts'
import type { Asked, Holder, Model, Outcome } from './model.ts'
import type { Step } from './steps.ts'

/** Accounts, sign-ins and exports, as §6 and api.md say it. */

type AccountStep = Exclude<Step, { kind: 'expense' | 'send' | 'transfer' | 'edit' | 'delete' | 'again' }>
interface Base {
  by: Asker
  now: string
}

export function askAboutAccount(model: Model, step: AccountStep, base: Base, isLive: boolean): Asked {
  const settle = (outcome: () => Outcome): Outcome => (isLive ? outcome() : 'unauthorized')
  switch (step.kind) {
    case 'open':
      return openAccount(
        model,
        step.isSupervisor ? 'supervisor' : 'site_incharge',
        String(step.mobile % 12),
        base,
        isLive,
      )
    case 'signIn':
      return { command: { ...base, type: 'SignIn', via: 'password' }, outcome: settle(() => ['SignedIn']), about: {} }
    case 'export': {
      const command = { ...base, type: 'ExportReport', report: 'r', format: 'xlsx', rows: 3 } as const
      return { command, outcome: settle(() => ['ReportExported']), about: {} }
    }
    case 'refuse': {
      const account = step.account === undefined ? undefined : model.holder(step.account).id
      const command = { ...base, type: 'RefuseSignIn', account, name: 'n', reason: 'r' } as const
      return { command, outcome: settle(() => ['SignInRefused']), about: {} }
    }
    default: {
      // Not the admin, who is the first: somebody must be left to work.
      const holder = model.holder(1 + (step.account % (model.holders.length - 1)))
      const there = (outcome: () => Outcome) => settle(() => (holder.status === 'closed' ? 'not_found' : outcome()))
      return { ...change(model, step, holder, base, there), about: { account: holder.id } }
    }
  }
}

/** Opens an account in the model too, where that is right. */
export function openAccount(model: Model, role: Role, mobile: string, base: Base, isLive: boolean): Asked {
  const id = model.newId()
  const signInName = nameOf(mobile)
  const firstName = `N${mobile}`
  const profile = { firstName, lastName: '', site: null, mobile: null }
  const open = (): Outcome => {
    if (model.names.has(signInName)) return 'mobile_in_use'
    model.names.set(signInName, id)
    model.holders.push({ id, role, status: 'active', epoch: 1, firstName, signInName })
    return ['AccountOpened', 'PasswordSet']
  }
  const text = 'INSERT INTO sign_in_names (name, company_id, account_id) VALUES ($1, $2, $3)'
  return {
    command: { ...base, type: 'OpenAccount', account: id, role, profile, signInName },
    outcome: isLive ? open() : 'unauthorized',
    about: { account: id },
    alongside: [{ name: 'model-take-name', text, values: [signInName, model.company, id] }],
  }
}

type Change = Extract<AccountStep, { kind: 'rename' | 'password' | 'status' | 'close' | 'reveal' }>

function change(
  model: Model,
  step: Change,
  holder: Holder,
  base: Base,
  there: (outcome: () => Outcome) => Outcome,
): Omit<Asked, 'about'> {
  const of = { ...base, account: holder.id, role: holder.role }
  switch (step.kind) {
    case 'rename':
      return rename(model, step, holder, of, there)
    case 'password': {
      const command = { ...of, type: 'EditAccount', profile: {}, newPassword: true, newContact: false } as const
      const outcome = there(() => {
        holder.epoch++
        return ['AccountEdited', 'PasswordSet']
      })
      return { command, outcome }
    }
    case 'status': {
      const status = step.isActive ? 'active' : 'disabled'
      const outcome = there(() => {
        if (holder.status === status) return []
        holder.status = status
        if (step.isActive) return ['AccountEnabled']
        holder.epoch++
        return ['AccountDisabled']
      })
      return { command: { ...of, type: 'SetAccountStatus', status }, outcome }
    }
    case 'close': {
      const outcome = there(() => {
        holder.status = 'closed'
        holder.epoch++
        return ['AccountClosed']
      })
      const text = 'DELETE FROM sign_in_names WHERE account_id = $1'
      const alongside = [{ name: 'model-drop-name', text, values: [holder.id] }]
      return { command: { ...of, type: 'CloseAccount' }, outcome, alongside }
    }
    case 'reveal':
      return { command: { ...of, type: 'RevealPassword' }, outcome: there(() => ['PasswordRevealed']) }
  }
}

function rename(
  model: Model,
  { name, mobile, isOtherRole }: Extract<Step, { kind: 'rename' }>,
  holder: Holder,
  of: Base & { account: string; role: Role },
  there: (outcome: () => Outcome) => Outcome,
): Omit<Asked, 'about'> {
  const firstName = `N${name % 5}`
  const signInName = mobile === undefined ? undefined : nameOf(String(mobile % 12))
  const role = isOtherRole ? 'auditor' : holder.role
  const outcome = there(() => {
    if (isOtherRole) return 'not_found'
    if (signInName !== undefined) {
      if ((model.names.get(signInName) ?? holder.id) !== holder.id) return 'mobile_in_use'
      model.names.set(signInName, holder.id)
      holder.signInName = signInName
    } else if (firstName === holder.firstName) return []
    holder.firstName = firstName
    return ['AccountEdited']
  })
  const newContact = signInName !== undefined
  const command = { ...of, role, type: 'EditAccount', profile: { firstName }, newPassword: false, newContact } as const
  if (signInName === undefined) return { command, outcome }
  const text = 'UPDATE sign_in_names SET name = $1 WHERE account_id = $2'
  const alongside = [{ name: 'model-change-name', text, values: [signInName, holder.id] }]
  return { command: { ...command, signInName }, outcome, alongside }
}

const nameOf = (mobile: string) => `mobile:model-${mobile}`
