import type { Actor, Entry, LedgerEvent, Profile } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { countText, rupees } from '../../language/figures.ts'
import { changedFields } from './entry-fields.ts'
import { roleWords } from './role-words.ts'
import { changedSettings } from './settings.ts'
import { whoDid } from './who.ts'

const roles = roleWords.hi

/** The same in Hindi, as complete. */
export function inHindi(event: LedgerEvent): string {
  const who = whoIs(event.actor)
  switch (event.type) {
    case 'CreditRecorded':
      return `${who} ने ${event.data.entry.account.name} को ${sum(event.data.entry)} भेजे: ${event.data.entry.purpose}`
    case 'DebitRecorded':
      return `${event.data.entry.account.name} ने ${event.data.entry.beneficiary.name} को ${sum(event.data.entry)} दिए: ${event.data.entry.purpose}`
    case 'TransferRecorded':
      return `${event.data.entry.account.name} ने ${event.data.entry.counterparty.name} को ${sum(event.data.entry)} ट्रांसफ़र किए`
    case 'TransactionEdited': {
      const changes = changedFields(event.data.before, event.data.after, 'hi')
      const what = changes.map(({ label, before, after }) => `${label} ${before} → ${after}`).join(', ')
      return `${who} ने ${entryName(event.data.before)} बदला: ${what}`
    }
    case 'TransactionDeleted':
      return `${who} ने ${entryName(event.data.before)} मिटाया`
    case 'AccountOpened': {
      const { profile, role } = event.data
      return `${who} ने ${nameOf(profile)} का खाता खोला: ${roles[role]}${at(profile.site)}`
    }
    case 'AccountEdited':
      return `${who} ने ${nameOf(event.data.after)} का खाता बदला: ${profileChanges(event.data.before, event.data.after)}`
    case 'AccountDisabled':
      return `${who} ने ${event.data.account.name} का खाता बंद किया`
    case 'AccountEnabled':
      return `${who} ने ${event.data.account.name} का खाता चालू किया`
    case 'AccountClosed':
      return `${who} ने ${event.data.account.name} का खाता मिटाया`
    case 'PasswordSet':
      return `${who} ने ${event.data.account.name} का पासवर्ड रखा`
    case 'PasswordRevealed':
      return `${who} ने ${event.data.account.name} का पासवर्ड देखा`
    case 'SignedIn':
      return event.data.via === 'password'
        ? `${whoDid(event.data.account, 'hi')} ने साइन इन किया`
        : `${whoDid(event.data.account, 'hi')} ने बाहरी साइन इन से प्रवेश किया`
    case 'SignInRefused':
      return `${event.data.account?.name ?? event.data.name} के नाम से साइन इन नहीं हुआ: ${reason(event.data.reason)}`
    case 'ReportExported':
      return `${who} ने ${report(event.data.report)} डाउनलोड किया: ${event.data.format}${rows(event.data.rows)}`
    case 'SettingsChanged': {
      const { before, after } = event.data
      const changes = changedSettings(before, after, 'hi')
      return before === null
        ? `सेटिंग लिखी गईं: ${changes.map(({ label, after: value }) => `${label} ${value}`).join(', ')}`
        : `प्रोग्राम बदली हुई सेटिंग से चालू हुआ: ${changes.map(({ label, before: was, after: is }) => `${label} ${was} → ${is}`).join(', ')}`
    }
  }
}

const sum = (entry: Entry) => rupees(formatAmount(entry.paise))
const at = (site: string | null) => (site === null || site === '' ? '' : `, ${site}`)
const rows = (count: number) => (count === 0 ? '' : `, ${countText(count)} पंक्तियाँ`)
const nameOf = ({ firstName, lastName }: Profile) => `${firstName} ${lastName}`.trim()
const whoIs = ({ name, role }: Actor) => (role === 'nobody' ? 'किसी' : name)

function entryName(entry: Entry): string {
  switch (entry.kind) {
    case 'credit':
      return `${entry.account.name} को भेजे ${sum(entry)} का लेन-देन`
    case 'debit':
      return `${entry.account.name} का ${sum(entry)} का खर्च (${entry.beneficiary.name})`
    case 'transfer':
      return `${entry.account.name} से ${entry.counterparty.name} को ${sum(entry)} का ट्रांसफ़र`
  }
}

function profileChanges(before: Profile, after: Profile): string {
  const changes = [
    nameOf(before) === nameOf(after) ? [] : `नाम ${nameOf(before)} → ${nameOf(after)}`,
    before.site === after.site ? [] : `साइट ${before.site ?? 'नहीं'} → ${after.site ?? 'नहीं'}`,
    before.mobile === after.mobile ? [] : `मोबाइल ${before.mobile ?? 'नहीं'} → ${after.mobile ?? 'नहीं'}`,
  ].flat()
  return changes.length === 0 ? 'ऐसा कुछ नहीं जो बही में दिखता हो' : changes.join(', ')
}

const REASONS: Readonly<Record<string, string>> = {
  wrong_name_or_password: 'नाम या पासवर्ड गलत',
  disabled: 'खाता बंद है',
}
const reason = (code: string) => REASONS[code] ?? code

const REPORTS: Readonly<Record<string, string>> = {
  'edit-log': 'बदलावों का लेखा',
  log: 'पूरा लेखा',
  'site-ledger': 'साइट इंचार्ज का खाता',
  'supervisor-ledger': 'सुपरवाइज़र का खाता',
  beneficiaries: 'लाभार्थियों की सूची',
}
const report = (name: string) => REPORTS[name] ?? `${name} रिपोर्ट`
