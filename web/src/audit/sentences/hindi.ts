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

const roles = roleWords.hi

/** Returns an event as a Hindi sentence, as complete as the English one. */
export function inHindi(event: LedgerEvent): string {
  const who = whoIs(event.actor)
  switch (event.type) {
    case 'CreditRecorded':
      return `${who} ने ${event.data.entry.account.name} को ${sum(event.data.entry)} भेजे: ${whyOf(event.data.entry)}`
    case 'DebitRecorded':
      return `${event.data.entry.account.name} ने ${event.data.entry.beneficiary.name} को ${sum(event.data.entry)} दिए: ${event.data.entry.purpose}`
    case 'TransferRecorded':
      return `${event.data.entry.account.name} ने ${event.data.entry.counterparty.name} को ${sum(event.data.entry)} ट्रांसफ़र किए`
    case 'TransactionEdited': {
      const changes = changedFields(event.data.before, event.data.after, 'hi')
      const what = changes.map(({ label, before, after }) => `${label} ${before} → ${after}`).join(', ')
      return `${who} ने ${entryName(event.data.before, event.actor)} बदला: ${what}`
    }
    case 'TransactionDeleted':
      return `${who} ने ${entryName(event.data.before, event.actor)} मिटाया`
    case 'AccountOpened': {
      const { profile, role } = event.data
      return `${who} ने ${nameOf(profile)} का खाता खोला: ${roles[role]}${at(profile.site)}`
    }
    case 'AccountEdited':
      return `${who} ने ${nameOf(event.data.after)} की जानकारी बदली: ${profileChanges(event.data.before, event.data.after)}`
    case 'AccountDisabled':
      return `${who} ने ${event.data.account.name} का खाता बंद किया`
    case 'AccountEnabled':
      return `${who} ने ${event.data.account.name} का खाता चालू किया`
    case 'AccountClosed':
      return `${who} ने ${event.data.account.name} का खाता हटाया`
    case 'PasswordSet':
      return `${who} ने ${event.data.account.name} का पासवर्ड सेट किया`
    case 'PasswordRevealed':
      return `${who} ने ${event.data.account.name} का पासवर्ड देखा`
    case 'SignedIn':
      return event.data.via === 'password'
        ? `${whoDid(event.data.account, 'hi')} ने साइन इन किया`
        : `${whoDid(event.data.account, 'hi')} ने कंपनी के खाते से साइन इन किया`
    case 'SignInRefused':
      return `${event.data.account?.name ?? event.data.name} के नाम से साइन इन नहीं हुआ: ${signInReason(event.data.reason, 'hi')}`
    case 'BillErased':
      return `${who} ने बिल ${event.data.bill.slice(0, 12)} मिटाया: ${event.data.reason}`
    case 'ReportExported':
      return `${who} ने ${report(event.data.report)} डाउनलोड की: ${format(event.data.format)}${rows(event.data.rows)}`
    case 'SettingsChanged': {
      const { before, after } = event.data
      const changes = changedSettings(before, after, 'hi')
      return before === null
        ? `सेटिंग दर्ज हुईं: ${changes.map(({ label, after: value }) => `${label}: ${value}`).join(', ')}`
        : `प्रोग्राम बदली हुई सेटिंग से चालू हुआ: ${changes.map(({ label, before: was, after: is }) => `${label}: ${was} → ${is}`).join(', ')}`
    }
  }
}

/**
 * Returns why money was sent. Where the ledger wrote the purpose itself, the narration is the reason that a person
 * gave.
 */
const whyOf = ({ purpose, narration }: Entry) => (isWrittenPurpose(purpose) ? narration : purpose)
const sum = (entry: Entry) => rupees(formatAmount(entry.paise))
const at = (site: string | null) => (site === null || site === '' ? '' : `, ${site}`)
const rows = (count: number) => (count === 0 ? '' : `, ${countText(count)} ${count === 1 ? 'पंक्ति' : 'पंक्तियाँ'}`)
const nameOf = ({ firstName, lastName }: Profile) => `${firstName} ${lastName}`.trim()
/** Returns the actor's name, or the role where the name says no more, as that of the first admin. */
const whoIs = ({ name, role }: Actor) =>
  role === 'nobody' ? 'किसी' : name === '' || name === roleWords.en[role] ? roles[role] : name

/** Returns how a sentence names an entry. The actor's own entry does not repeat the actor's name. */
function entryName(entry: Entry, actor: Actor): string {
  const isOwn = entry.account.id === actor.id
  switch (entry.kind) {
    case 'credit':
      return `${entry.account.name} को भेजे ${sum(entry)} का लेन-देन`
    case 'debit':
      return `${isOwn ? 'अपना' : `${entry.account.name} का`} ${sum(entry)} का खर्च (${entry.beneficiary.name})`
    case 'transfer':
      return `${isOwn ? 'अपने पास' : entry.account.name} से ${entry.counterparty.name} को ${sum(entry)} का ट्रांसफ़र`
  }
}

function profileChanges(before: Profile, after: Profile): string {
  const changes = [
    nameOf(before) === nameOf(after) ? [] : `नाम: ${nameOf(before)} → ${nameOf(after)}`,
    before.site === after.site ? [] : `साइट: ${before.site || 'खाली'} → ${after.site || 'खाली'}`,
    before.mobile === after.mobile ? [] : `मोबाइल: ${before.mobile ?? 'खाली'} → ${after.mobile ?? 'खाली'}`,
  ].flat()
  return changes.length === 0 ? 'ऐसा कुछ नहीं जो रिकॉर्ड में दिखता हो' : changes.join(', ')
}

/** A report without its name does not compile. */
const REPORTS: Readonly<Record<ExportedReport | 'edit-log' | 'log', string>> = {
  'edit-log': 'बदलावों की रिपोर्ट',
  log: 'पूरे रिकॉर्ड की फ़ाइल',
  'site-ledger': 'साइट इंचार्ज की बही',
  'supervisor-ledger': 'सुपरवाइज़र की बही',
  beneficiaries: 'पार्टियों की सूची',
  'beneficiary-statement': 'पार्टी का हिसाब',
  transactions: 'लेन-देन की सूची',
  sites: 'साइट इंचार्ज की सूची',
  supervisors: 'सुपरवाइज़र की सूची',
  events: 'गतिविधियों की सूची',
}
const isReport = (name: string): name is keyof typeof REPORTS => Object.hasOwn(REPORTS, name)
const report = (name: string) => (isReport(name) ? REPORTS[name] : `${name} रिपोर्ट`)

const FORMATS: Readonly<Record<string, string>> = { xlsx: 'एक्सेल', csv: 'CSV', pdf: 'PDF', ndjson: 'NDJSON' }
const format = (name: string) => FORMATS[name] ?? name
