import type { Role } from '@ledger/contracts/roles.ts'
import type { CommandIssuer } from '@ledger/ledger-service/domain/commands.ts'
import type { LedgerModel, ModelAccount, PredictedCommand, PredictedOutcome } from './ledger-model.ts'
import type { RandomStep } from './random-steps.ts'

/** Accounts, sign-ins and exports, as §6 and api.md define them. */

type AccountStep = Exclude<RandomStep, { kind: 'expense' | 'send' | 'transfer' | 'edit' | 'delete' | 'again' }>
interface PredictionContext {
  by: CommandIssuer
  now: string
}

export function predictAccountCommand(
  model: LedgerModel,
  step: AccountStep,
  base: PredictionContext,
  isLive: boolean,
): PredictedCommand {
  const settle = (outcome: () => PredictedOutcome): PredictedOutcome => (isLive ? outcome() : 'unauthorized')
  switch (step.kind) {
    case 'open':
      return predictAccountOpening(
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
      const account = step.account === undefined ? undefined : model.accountAt(step.account).id
      const command = { ...base, type: 'RefuseSignIn', account, name: 'n', reason: 'r' } as const
      return { command, outcome: settle(() => ['SignInRefused']), about: {} }
    }
    default: {
      // Not the first account, the admin: one account must remain that can work.
      const holder = model.accountAt(1 + (step.account % (model.modelAccounts.length - 1)))
      const there = (outcome: () => PredictedOutcome) =>
        settle(() => (holder.status === 'closed' ? 'not_found' : outcome()))
      return { ...predictAccountChange(model, step, holder, base, there), about: { account: holder.id } }
    }
  }
}

/** Opens an account in the model too, where that is right. */
export function predictAccountOpening(
  model: LedgerModel,
  role: Role,
  mobile: string,
  base: PredictionContext,
  isLive: boolean,
): PredictedCommand {
  const id = model.newId()
  const signInName = modelSignInName(mobile)
  const firstName = `N${mobile}`
  const profile = { firstName, lastName: '', site: null, mobile: null }
  const open = (): PredictedOutcome => {
    if (model.names.has(signInName)) return 'mobile_in_use'
    model.names.set(signInName, id)
    model.modelAccounts.push({ id, role, status: 'active', epoch: 1, firstName, signInName })
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

type AccountChangeStep = Extract<AccountStep, { kind: 'rename' | 'password' | 'status' | 'close' | 'reveal' }>

function predictAccountChange(
  model: LedgerModel,
  step: AccountChangeStep,
  holder: ModelAccount,
  base: PredictionContext,
  there: (outcome: () => PredictedOutcome) => PredictedOutcome,
): Omit<PredictedCommand, 'about'> {
  const of = { ...base, account: holder.id, role: holder.role }
  switch (step.kind) {
    case 'rename':
      return predictRename(model, step, holder, of, there)
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

function predictRename(
  model: LedgerModel,
  { name, mobile, isOtherRole }: Extract<RandomStep, { kind: 'rename' }>,
  holder: ModelAccount,
  of: PredictionContext & { account: string; role: Role },
  there: (outcome: () => PredictedOutcome) => PredictedOutcome,
): Omit<PredictedCommand, 'about'> {
  const firstName = `N${name % 5}`
  const signInName = mobile === undefined ? undefined : modelSignInName(String(mobile % 12))
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

const modelSignInName = (mobile: string) => `mobile:model-${mobile}`
