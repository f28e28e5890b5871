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

const hindiRoles = roleLabels.hi

/** Returns an event as a Hindi sentence, as complete as the English one. */
export function eventInHindi(event: LedgerEvent): string {
  const who = actorName(event.actor)
  switch (event.type) {
    case 'CreditRecorded':
      return `${who} ने ${event.data.entry.account.name} को ${amountOfEntry(event.data.entry)} भेजे: ${purposeOrNarration(event.data.entry)}`
    case 'DebitRecorded':
      return `${event.data.entry.account.name} ने ${event.data.entry.beneficiary.name} को ${amountOfEntry(event.data.entry)} दिए: ${event.data.entry.purpose}`
    case 'TransferRecorded':
      return `${event.data.entry.account.name} ने ${event.data.entry.counterparty.name} को ${amountOfEntry(event.data.entry)} ट्रांसफ़र किए`
    case 'TransactionEdited': {
      const changes = changedEntryFields(event.data.before, event.data.after, 'hi')
      const what = changes.map(({ label, before, after }) => `${label} ${before} → ${after}`).join(', ')
      return `${who} ने ${entryPhrase(event.data.before, event.actor)} बदला: ${what}${reasonIn(event.data.reason)}`
    }
    case 'TransactionDeleted':
      return `${who} ने ${entryPhrase(event.data.before, event.actor)} मिटाया${reasonIn(event.data.reason)}`
    case 'AccountOpened': {
      const { profile, role } = event.data
      return `${who} ने ${profileName(profile)} का खाता खोला: ${hindiRoles[role]}${atSite(profile.site)}`
    }
    case 'AccountEdited':
      return `${who} ने ${profileName(event.data.after)} की जानकारी बदली: ${profileChanges(event.data.before, event.data.after)}`
    case 'AccountRoleChanged': {
      const { account, newRole } = event.data
      return `${who} ने ${account.name} का पद बदला: ${hindiRoles[account.role]} → ${hindiRoles[newRole]}`
    }
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
        ? `${personAsSubject(event.data.account, 'hi')} ने साइन इन किया`
        : `${personAsSubject(event.data.account, 'hi')} ने कंपनी के खाते से साइन इन किया`
    case 'SignInRefused':
      return `${event.data.account?.name ?? event.data.name} के नाम से साइन इन नहीं हुआ: ${signInRefusalText(event.data.reason, 'hi')}`
    case 'BillErased':
      return `${who} ने बिल ${event.data.bill.slice(0, 12)} मिटाया: ${event.data.reason}`
    case 'ReportExported':
      return `${who} ने ${reportName(event.data.report)} डाउनलोड की: ${formatName(event.data.format)}${rowCountText(event.data.rows)}`
    case 'SettingsChanged': {
      const { before, after } = event.data
      const changes = changedSettings(before, after, 'hi')
      return before === null
        ? `सेटिंग दर्ज हुईं: ${changes.map(({ label, after: value }) => `${label}: ${value}`).join(', ')}`
        : `प्रोग्राम बदली हुई सेटिंग से चालू हुआ: ${changes.map(({ label, before: was, after: is }) => `${label}: ${was} → ${is}`).join(', ')}`
    }
    case 'OfficeSettingsChanged': {
      const changes = changedLimits(event.data.before, event.data.after, 'hi')
      return `${who} ने काम की सूचियों की सीमाएँ बदलीं: ${changes.join(', ')}`
    }
    case 'AlertLevelSet': {
      const { account, before, after } = event.data
      return `${who} ने ${account.name} की चेतावनी की सीमा बदली: ${limitText(before, 'hi')} → ${limitText(after, 'hi')}`
    }
    case 'TaxLimitsSet': {
      const { from, after } = event.data
      return `${who} ने ${dateOfDayText(from, 'hi')} से टैक्स की सीमाएँ तय कीं: ${taxLimitTexts(after, 'hi')}`
    }
    case 'BeneficiaryDetailsChanged': {
      const { beneficiary, details } = event.data
      return `${who} ने पार्टी ${beneficiary.name} की जानकारी बदली: ${maskedDetailsText(details, 'hi')}`
    }
    case 'SupervisorAssigned': {
      const { account, after } = event.data
      const since = dateOfDayText(after.from, 'hi')
      return after.site === null
        ? `${who} ने ${since} से ${account.name} को किसी साइट पर नहीं रखा`
        : `${who} ने ${since} से ${account.name} की साइट तय की: ${after.site.site ?? after.site.name}`
    }
    case 'EntryReviewed': {
      const { reviewed, as, reason } = event.data
      return `${who} ने ${entryPhrase(reviewed, event.actor)} जाँचा: ${REVIEW_LABELS.hi[as]}${reason === null ? '' : `, ${reason}`}`
    }
    case 'EntryQueried':
      return `${who} ने एक सवाल पूछा, ${entryPhrase(event.data.about, event.actor)}: ${event.data.text}`
    case 'EntryAnswered':
      return `${who} ने सवाल का जवाब दिया, ${entryPhrase(event.data.about, event.actor)}: ${event.data.text}`
    case 'EntryQueryClosed':
      return `${who} ने सवाल बंद किया, ${entryPhrase(event.data.about, event.actor)}`
    case 'TransferAcknowledged':
      return `${who} ने बताया कि पैसे मिल गए: ${entryPhrase(event.data.about, event.actor)}`
    case 'CashCounted':
      return `${who} ने नकद गिना: ${rupees(formatAmount(event.data.countedPaise))}, ${cashDifference(event.data)}`
    case 'BooksClosed':
      return `${who} ने ${dateOfDayText(event.data.upTo, 'hi')} तक का हिसाब बंद किया`
    case 'BooksReopened':
      return `${who} ने ${dateOfDayText(event.data.upTo, 'hi')} के बाद का हिसाब फिर से खोला: ${event.data.reason}`
    case 'BooksSealed':
      return `${dateOfDayText(event.data.upTo, 'hi')} तक के बंद हिसाब पर मुहर लगी: ${countText(event.data.accounts)} खाते`
    case 'BeneficiaryRenamed':
      return `${who} ने पार्टी ${event.data.before.name} का नाम बदलकर ${event.data.after.name} किया`
    case 'BeneficiariesMerged':
      return `${who} ने ${event.data.from.map(({ name }) => name).join(', ')} को ${event.data.into.name} में मिलाया`
    case 'BeneficiariesUnmerged':
      return `${who} ने ${event.data.apart.name} को ${event.data.before.name} से फिर अलग किया`
    case 'PurposesChanged':
      return `${who} ने “किस लिए” की सूची बदली: ${changedPurposesText(event.data)}`
    case 'BudgetSet': {
      const { purpose, before, after } = event.data
      return `${who} ने ${budgetOfText(event.data, 'hi')} में ${purpose} का बजट बदला: ${budgetText(before, 'hi')} → ${budgetText(after, 'hi')}`
    }
    case 'TallyMapChanged':
      return `${who} ने Tally की सूची बदली: ${changedTallyLines(event.data, 'hi').join(', ')}`
    case 'TallyExported': {
      const { from, to, format, vouchers } = event.data
      const days = `${dateOfDayText(from, 'hi')} से ${dateOfDayText(to, 'hi')} तक`
      return `${who} ने ${days} की Tally की फ़ाइल बनाई: ${formatName(format)}, ${countText(vouchers)} वाउचर`
    }
  }
}

/**
 * Returns why money was sent. Where the ledger wrote the purpose itself, the narration is the reason that a person
 * gave.
 */
const purposeOrNarration = ({ purpose, narration }: Entry) => (isGeneratedPurpose(purpose) ? narration : purpose)
function cashDifference({ countedPaise, expectedPaise }: EventData<'CashCounted'>): string {
  if (isCashBelowZero(expectedPaise))
    return 'कितना होना चाहिए, यह हिसाब से पता नहीं चलता, क्योंकि नकद जितना मिला उससे ज़्यादा दिया गया'
  if (countedPaise === expectedPaise) return 'हिसाब के बराबर'
  return `हिसाब (${rupees(formatAmount(expectedPaise))}) से ${rupees(formatAmount(Math.abs(countedPaise - expectedPaise)))} ${countedPaise < expectedPaise ? 'कम' : 'ज़्यादा'}`
}
const reasonIn = (reason: string | null) => (reason === null ? '' : ` (कारण: ${reason})`)
const amountOfEntry = (entry: Entry) => rupees(formatAmount(entry.paise))
const atSite = (site: string | null) => (site === null || site === '' ? '' : `, ${site}`)
const rowCountText = (count: number) => (count === 0 ? '' : `, ${countText(count)} ${count === 1 ? 'पंक्ति' : 'पंक्तियाँ'}`)
const profileName = ({ firstName, lastName }: AccountProfile) => `${firstName} ${lastName}`.trim()
/** Returns the actor's name, or the role where the name says no more, as that of the first admin. */
const actorName = ({ name, role }: Actor) =>
  role === 'nobody' ? 'किसी' : name === '' || name === roleLabels.en[role] ? hindiRoles[role] : name

/** Returns how a sentence names an entry. The actor's own entry does not repeat the actor's name. */
function entryPhrase(entry: Entry, actor: Actor): string {
  const isOwn = entry.account.id === actor.id
  switch (entry.kind) {
    case 'credit':
      return `${entry.account.name} को भेजे ${amountOfEntry(entry)} का लेन-देन`
    case 'debit':
      return `${isOwn ? 'अपना' : `${entry.account.name} का`} ${amountOfEntry(entry)} का खर्च (${entry.beneficiary.name})`
    case 'transfer':
      return `${isOwn ? 'अपने पास' : entry.account.name} से ${entry.counterparty.name} को ${amountOfEntry(entry)} का ट्रांसफ़र`
  }
}

function profileChanges(before: AccountProfile, after: AccountProfile): string {
  const changes = [
    profileName(before) === profileName(after) ? [] : `नाम: ${profileName(before)} → ${profileName(after)}`,
    before.site === after.site ? [] : `साइट: ${before.site || 'खाली'} → ${after.site || 'खाली'}`,
    before.mobile === after.mobile ? [] : `मोबाइल: ${before.mobile ?? 'खाली'} → ${after.mobile ?? 'खाली'}`,
  ].flat()
  return changes.length === 0 ? 'ऐसा कुछ नहीं जो रिकॉर्ड में दिखता हो' : changes.join(', ')
}

/** A report without its name does not compile. */
const REPORT_NAMES: Readonly<Record<ExportedReport | ServerReport, string>> = {
  'edit-log': 'बदलावों की रिपोर्ट',
  log: 'पूरे रिकॉर्ड की फ़ाइल',
  'site-ledger': 'साइट इंचार्ज की बही',
  'supervisor-ledger': 'सुपरवाइज़र की बही',
  beneficiaries: 'पार्टियों की सूची',
  'beneficiary-statement': 'पार्टी का हिसाब',
  summary: 'कुल हिसाब',
  statement: 'खाते का हिसाब',
  'cash-book': 'दिन का हिसाब',
  'tax-list': 'टैक्स की सूची',
  'trial-balance': 'तलपट',
  tally: 'Tally की फ़ाइल',
  transactions: 'लेन-देन की सूची',
  sites: 'साइट इंचार्ज की सूची',
  supervisors: 'सुपरवाइज़र की सूची',
  events: 'गतिविधियों की सूची',
}
const isReport = (name: string): name is keyof typeof REPORT_NAMES => Object.hasOwn(REPORT_NAMES, name)
const reportName = (name: string) => (isReport(name) ? REPORT_NAMES[name] : `${name} रिपोर्ट`)

const FORMAT_NAMES: Readonly<Record<string, string>> = { xlsx: 'एक्सेल', csv: 'CSV', pdf: 'PDF', ndjson: 'NDJSON' }
const formatName = (name: string) => FORMAT_NAMES[name] ?? name
