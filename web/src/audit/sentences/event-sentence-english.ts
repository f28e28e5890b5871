import type { AccountProfile, Actor, Entry, EventData, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ExportedReport, ServerReport } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { isCashBelowZero } from '@ledger/contracts/is-cash-below-zero.ts'
import { REVIEW_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { countText, dateOfDayText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { personAsSubject } from '../../shared/language/person-and-role.ts'
import { roleLabels } from '../../shared/language/role-labels.ts'
import { changedSettings } from './changed-settings.ts'
import { changedTallyLines } from './changed-tally-lines.ts'
import { changedEntryFields } from './entry-fields.ts'
import { changedLimits, limitText, taxLimitTexts } from './limit-texts.ts'
import { maskedDetailsText } from './masked-beneficiary-details.ts'
import { budgetOfText, budgetText, changedPurposesText } from './purpose-and-budget-texts.ts'
import { signInRefusalText } from './sign-in-refusal-reasons.ts'

const englishRoles = roleLabels.en

/** Returns an event as an English sentence. An event type of the contracts that is missing here does not compile. */
export function eventInEnglish(event: LedgerEvent): string {
  const who = actorName(event.actor)
  switch (event.type) {
    case 'CreditRecorded':
      return `${who} sent ${amountOfEntry(event.data.entry)} to ${event.data.entry.account.name}${purposeOrNarration(event.data.entry)}`
    case 'DebitRecorded':
      return `${event.data.entry.account.name} paid ${amountOfEntry(event.data.entry)} to ${event.data.entry.beneficiary.name} for ${event.data.entry.purpose}`
    case 'TransferRecorded':
      return `${event.data.entry.account.name} transferred ${amountOfEntry(event.data.entry)} to ${event.data.entry.counterparty.name}`
    case 'TransactionEdited': {
      const changes = changedEntryFields(event.data.before, event.data.after, 'en')
      const what = changes.map(({ label, before, after }) => `${label.toLowerCase()} ${before} → ${after}`).join(', ')
      return `${who} changed ${entryPhrase(event.data.before, event.actor)}: ${what}${reasonIn(event.data.reason)}`
    }
    case 'TransactionDeleted':
      return `${who} deleted ${entryPhrase(event.data.before, event.actor)}${reasonIn(event.data.reason)}`
    case 'AccountOpened': {
      const { profile, role } = event.data
      return `${who} opened an account for ${profileName(profile)}, ${englishRoles[role]}${atSite(profile.site)}`
    }
    case 'AccountEdited':
      return `${who} changed the account of ${profileName(event.data.after)}: ${profileChanges(event.data.before, event.data.after)}`
    case 'AccountRoleChanged': {
      const { account, newRole } = event.data
      return `${who} changed the role of ${account.name}: ${englishRoles[account.role]} → ${englishRoles[newRole]}`
    }
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
        ? `${personAsSubject(event.data.account, 'en')} signed in`
        : `${personAsSubject(event.data.account, 'en')} signed in through the sign-in provider`
    case 'SignInRefused':
      return `Somebody could not sign in as ${event.data.account?.name ?? event.data.name}: ${signInRefusalText(event.data.reason, 'en')}`
    case 'BillErased':
      return `${who} erased the bill ${event.data.bill.slice(0, 12)}: ${event.data.reason}`
    case 'ReportExported':
      return `${who} downloaded ${reportName(event.data.report)} as ${formatName(event.data.format)}${rowCountText(event.data.rows)}`
    case 'SettingsChanged': {
      const { before, after } = event.data
      const changes = changedSettings(before, after, 'en')
      return before === null
        ? `The settings were noted: ${changes.map(({ label, after: value }) => `${label}: ${value}`).join(', ')}`
        : `The program was started with other settings: ${changes.map(({ label, before: was, after: is }) => `${label} ${was} → ${is}`).join(', ')}`
    }
    case 'OfficeSettingsChanged': {
      const changes = changedLimits(event.data.before, event.data.after, 'en')
      return `${who} changed the limits of the worklists: ${changes.join(', ')}`
    }
    case 'AlertLevelSet': {
      const { account, before, after } = event.data
      return `${who} changed the alert level of ${account.name}: ${limitText(before, 'en')} → ${limitText(after, 'en')}`
    }
    case 'TaxLimitsSet': {
      const { from, after } = event.data
      return `${who} set the limits for tax from ${dateOfDayText(from, 'en')}: ${taxLimitTexts(after, 'en')}`
    }
    case 'BeneficiaryDetailsChanged': {
      const { beneficiary, details } = event.data
      return `${who} changed the details of ${beneficiary.name}: ${maskedDetailsText(details, 'en')}`
    }
    case 'SupervisorAssigned': {
      const { account, after } = event.data
      const site = after.site === null ? 'no site' : (after.site.site ?? after.site.name)
      return `${who} assigned ${account.name} to ${site} from ${dateOfDayText(after.from, 'en')}`
    }
    case 'EntryReviewed': {
      const { reviewed, as, reason } = event.data
      return `${who} looked at ${entryPhrase(reviewed, event.actor)}: ${REVIEW_LABELS.en[as]}${reason === null ? '' : `, ${reason}`}`
    }
    case 'EntryQueried':
      return `${who} asked about ${entryPhrase(event.data.about, event.actor)}: ${event.data.text}`
    case 'EntryAnswered':
      return `${who} answered about ${entryPhrase(event.data.about, event.actor)}: ${event.data.text}`
    case 'EntryQueryClosed':
      return `${who} closed a question about ${entryPhrase(event.data.about, event.actor)}`
    case 'TransferAcknowledged':
      return `${who} received ${entryPhrase(event.data.about, event.actor)}`
    case 'CashCounted':
      return `${who} counted ${rupees(formatAmount(event.data.countedPaise))} in cash: ${cashDifference(event.data)}`
    case 'BooksClosed':
      return `${who} closed the books up to ${dateOfDayText(event.data.upTo, 'en')}`
    case 'BooksReopened':
      return `${who} reopened the books after ${dateOfDayText(event.data.upTo, 'en')}: ${event.data.reason}`
    case 'BooksSealed':
      return `The closing up to ${dateOfDayText(event.data.upTo, 'en')} was sealed: ${countText(event.data.accounts)} accounts`
    case 'BeneficiaryRenamed':
      return `${who} renamed the beneficiary ${event.data.before.name} to ${event.data.after.name}`
    case 'BeneficiariesMerged':
      return `${who} merged ${event.data.from.map(({ name }) => name).join(', ')} into ${event.data.into.name}`
    case 'BeneficiariesUnmerged':
      return `${who} took ${event.data.apart.name} apart from ${event.data.before.name} again`
    case 'PurposesChanged':
      return `${who} changed the list of purposes: ${changedPurposesText(event.data)}`
    case 'BudgetSet': {
      const { purpose, before, after } = event.data
      return `${who} changed the budget of ${budgetOfText(event.data, 'en')} for ${purpose}: ${budgetText(before, 'en')} → ${budgetText(after, 'en')}`
    }
    case 'TallyMapChanged':
      return `${who} changed the map to Tally: ${changedTallyLines(event.data, 'en').join(', ')}`
    case 'TallyExported': {
      const { from, to, format, vouchers } = event.data
      const days = `${dateOfDayText(from, 'en')} to ${dateOfDayText(to, 'en')}`
      return `${who} made the file for Tally of ${days} as ${formatName(format)}, ${countText(vouchers)} ${vouchers === 1 ? 'voucher' : 'vouchers'}`
    }
  }
}

/**
 * Returns why money was sent. Where the ledger wrote the purpose itself, the narration is the reason that a person
 * gave.
 */
const purposeOrNarration = ({ purpose, narration }: Entry) =>
  isGeneratedPurpose(purpose) ? `: ${narration}` : ` for ${purpose}`
function cashDifference({ countedPaise, expectedPaise }: EventData<'CashCounted'>): string {
  if (isCashBelowZero(expectedPaise))
    return 'the ledger cannot say what should be there, since more was paid in cash than came in cash'
  if (countedPaise === expectedPaise) return 'as the ledger has it'
  return `${rupees(formatAmount(Math.abs(countedPaise - expectedPaise)))} ${countedPaise < expectedPaise ? 'less' : 'more'} than the ledger has (${rupees(formatAmount(expectedPaise))})`
}
const reasonIn = (reason: string | null) => (reason === null ? '' : ` (reason: ${reason})`)
const amountOfEntry = (entry: Entry) => rupees(formatAmount(entry.paise))
const atSite = (site: string | null) => (site === null || site === '' ? '' : ` at ${site}`)
const rowCountText = (count: number) => (count === 0 ? '' : `, ${countText(count)} ${count === 1 ? 'row' : 'rows'}`)
const profileName = ({ firstName, lastName }: AccountProfile) => `${firstName} ${lastName}`.trim()
const actorName = ({ name, role }: Actor) => (role === 'nobody' ? 'Somebody' : name)

function entryPhrase(entry: Entry, actor: Actor): string {
  const by = entry.account.id === actor.id ? '' : ` by ${entry.account.name}`
  switch (entry.kind) {
    case 'credit':
      return `the ${amountOfEntry(entry)} sent to ${entry.account.name}`
    case 'debit':
      return `${by === '' ? 'their own' : 'the'} expense of ${amountOfEntry(entry)}${by} to ${entry.beneficiary.name}`
    case 'transfer':
      return `the transfer of ${amountOfEntry(entry)} from ${entry.account.name} to ${entry.counterparty.name}`
  }
}

function profileChanges(before: AccountProfile, after: AccountProfile): string {
  const changes = [
    profileName(before) === profileName(after) ? [] : `name ${profileName(before)} → ${profileName(after)}`,
    before.site === after.site ? [] : `site ${before.site ?? 'none'} → ${after.site ?? 'none'}`,
    before.mobile === after.mobile ? [] : `mobile ${before.mobile ?? 'none'} → ${after.mobile ?? 'none'}`,
  ].flat()
  return changes.length === 0 ? 'nothing that the log shows' : changes.join(', ')
}

/** A report without its name does not compile. */
const REPORT_NAMES: Readonly<Record<ExportedReport | ServerReport, string>> = {
  'edit-log': 'the edit log',
  log: 'the whole log',
  'site-ledger': "a site incharge's ledger",
  'supervisor-ledger': "a supervisor's ledger",
  beneficiaries: 'the list of beneficiaries',
  'beneficiary-statement': "a beneficiary's statement",
  summary: 'a summary',
  statement: 'a statement',
  'cash-book': 'a cash book',
  'tax-list': 'a list for tax',
  'trial-balance': 'a trial balance',
  tally: 'a file for Tally',
  transactions: 'the list of transactions',
  sites: 'the list of site incharges',
  supervisors: 'the list of supervisors',
  events: 'the list of events',
}
const isReport = (name: string): name is keyof typeof REPORT_NAMES => Object.hasOwn(REPORT_NAMES, name)
const reportName = (name: string) => (isReport(name) ? REPORT_NAMES[name] : `the report ${name}`)

const FORMAT_NAMES: Readonly<Record<string, string>> = { xlsx: 'Excel', csv: 'CSV', pdf: 'PDF', ndjson: 'NDJSON' }
const formatName = (name: string) => FORMAT_NAMES[name] ?? name
