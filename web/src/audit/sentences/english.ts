import type { ExportedReport } from '@ledger/contracts/audit.ts'
import type { Actor, Entry, LedgerEvent, Profile } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { isWrittenPurpose } from '@ledger/contracts/shown-words.ts'
import { countText, rupees } from '../../shared/language/figures.ts'
import { roleWords } from '../../shared/language/role-words.ts'
import { whoDid } from '../../shared/language/who.ts'
import { changedFields } from './entry-fields.ts'
import { changedSettings } from './settings.ts'
import { signInReason } from './sign-in-reasons.ts'

const roles = roleWords.en

/** Returns an event as an English sentence. An event type of the contracts that is missing here does not compile. */
export function inEnglish(event: LedgerEvent): string {
  const who = whoIs(event.actor)
  switch (event.type) {
    case 'CreditRecorded':
      return `${who} sent ${sum(event.data.entry)} to ${event.data.entry.account.name}${whyOf(event.data.entry)}`
    case 'DebitRecorded':
      return `${event.data.entry.account.name} paid ${sum(event.data.entry)} to ${event.data.entry.beneficiary.name} for ${event.data.entry.purpose}`
    case 'TransferRecorded':
      return `${event.data.entry.account.name} transferred ${sum(event.data.entry)} to ${event.data.entry.counterparty.name}`
    case 'TransactionEdited': {
      const changes = changedFields(event.data.before, event.data.after, 'en')
      const what = changes.map(({ label, before, after }) => `${label.toLowerCase()} ${before} → ${after}`).join(', ')
      return `${who} changed ${entryName(event.data.before, event.actor)}: ${what}`
    }
    case 'TransactionDeleted':
      return `${who} deleted ${entryName(event.data.before, event.actor)}`
    case 'AccountOpened': {
      const { profile, role } = event.data
      return `${who} opened an account for ${nameOf(profile)}, ${roles[role]}${at(profile.site)}`
    }
    case 'AccountEdited':
      return `${who} changed the account of ${nameOf(event.data.after)}: ${profileChanges(event.data.before, event.data.after)}`
    case 'AccountDisabled':
      return `${who} disabled the account of ${event.data.account.name}`
    case 'AccountEnabled':
      return `${who} enabled the account of ${event.data.account.name}`
    case 'AccountClosed':
      return `${who} deleted the account of ${event.data.account.name}`
    case 'PasswordSet':
      return `${who} set a password for ${event.data.account.name}`
    case 'PasswordRevealed':
      return `${who} looked at the password of ${event.data.account.name}`
    case 'SignedIn':
      return event.data.via === 'password'
        ? `${whoDid(event.data.account, 'en')} signed in`
        : `${whoDid(event.data.account, 'en')} signed in through the sign-in provider`
    case 'SignInRefused':
      return `Somebody could not sign in as ${event.data.account?.name ?? event.data.name}: ${signInReason(event.data.reason, 'en')}`
    case 'BillErased':
      return `${who} erased the bill ${event.data.bill.slice(0, 12)}: ${event.data.reason}`
    case 'ReportExported':
      return `${who} downloaded ${report(event.data.report)} as ${format(event.data.format)}${rows(event.data.rows)}`
    case 'SettingsChanged': {
      const { before, after } = event.data
      const changes = changedSettings(before, after, 'en')
      return before === null
        ? `The settings were noted: ${changes.map(({ label, after: value }) => `${label} ${value}`).join(', ')}`
        : `The program was started with other settings: ${changes.map(({ label, before: was, after: is }) => `${label} ${was} → ${is}`).join(', ')}`
    }
  }
}

/**
 * Returns why money was sent. Where the ledger wrote the purpose itself, the narration is the reason that a person
 * gave.
 */
const whyOf = ({ purpose, narration }: Entry) => (isWrittenPurpose(purpose) ? `: ${narration}` : ` for ${purpose}`)
const sum = (entry: Entry) => rupees(formatAmount(entry.paise))
const at = (site: string | null) => (site === null || site === '' ? '' : ` at ${site}`)
const rows = (count: number) => (count === 0 ? '' : `, ${countText(count)} ${count === 1 ? 'row' : 'rows'}`)
const nameOf = ({ firstName, lastName }: Profile) => `${firstName} ${lastName}`.trim()
const whoIs = ({ name, role }: Actor) => (role === 'nobody' ? 'Somebody' : name)

function entryName(entry: Entry, actor: Actor): string {
  const by = entry.account.id === actor.id ? '' : ` by ${entry.account.name}`
  switch (entry.kind) {
    case 'credit':
      return `the ${sum(entry)} sent to ${entry.account.name}`
    case 'debit':
      return `${by === '' ? 'their own' : 'the'} expense of ${sum(entry)}${by} to ${entry.beneficiary.name}`
    case 'transfer':
      return `the transfer of ${sum(entry)} from ${entry.account.name} to ${entry.counterparty.name}`
  }
}

function profileChanges(before: Profile, after: Profile): string {
  const changes = [
    nameOf(before) === nameOf(after) ? [] : `name ${nameOf(before)} → ${nameOf(after)}`,
    before.site === after.site ? [] : `site ${before.site ?? 'none'} → ${after.site ?? 'none'}`,
    before.mobile === after.mobile ? [] : `mobile ${before.mobile ?? 'none'} → ${after.mobile ?? 'none'}`,
  ].flat()
  return changes.length === 0 ? 'nothing that the log shows' : changes.join(', ')
}

/** A report without its name does not compile. */
const REPORTS: Readonly<Record<ExportedReport | 'edit-log' | 'log', string>> = {
  'edit-log': 'the edit log',
  log: 'the whole log',
  'site-ledger': "a site incharge's ledger",
  'supervisor-ledger': "a supervisor's ledger",
  beneficiaries: 'the list of beneficiaries',
  'beneficiary-statement': "a beneficiary's statement",
  transactions: 'the list of transactions',
  sites: 'the list of site incharges',
  supervisors: 'the list of supervisors',
  events: 'the list of events',
}
const isReport = (name: string): name is keyof typeof REPORTS => Object.hasOwn(REPORTS, name)
const report = (name: string) => (isReport(name) ? REPORTS[name] : `the report ${name}`)

const FORMATS: Readonly<Record<string, string>> = { xlsx: 'Excel', csv: 'CSV', pdf: 'PDF', ndjson: 'NDJSON' }
const format = (name: string) => FORMATS[name] ?? name
