import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

/** The name of each event type in a list of types. An event type without a name does not compile. */
export const eventTypeLabels = inBothLanguages(
  {
    CreditRecorded: 'Money sent to a site',
    DebitRecorded: 'Expense',
    TransferRecorded: 'Transfer to a supervisor',
    TransactionEdited: 'Entry changed',
    TransactionDeleted: 'Entry deleted',
    AccountOpened: 'Account opened',
    AccountEdited: 'Account changed',
    AccountRoleChanged: 'Role changed',
    AccountDisabled: 'Account disabled',
    AccountEnabled: 'Account enabled',
    AccountClosed: 'Account deleted',
    PasswordSet: 'Password set',
    PasswordRevealed: 'Password looked at',
    SignedIn: 'Signed in',
    SignInRefused: 'Sign-in refused',
    BillErased: 'Bill erased',
    ReportExported: 'Report exported',
    SettingsChanged: 'Settings changed',
    OfficeSettingsChanged: 'Limits of the worklists changed',
    AlertLevelSet: 'Alert level set',
    SupervisorAssigned: 'Supervisor assigned to a site',
    EntryReviewed: 'Entry looked at',
    EntryQueried: 'Question asked',
    EntryAnswered: 'Question answered',
    EntryQueryClosed: 'Question closed',
    TransferAcknowledged: 'Transfer received',
    CashCounted: 'Cash counted',
    BooksClosed: 'Books closed',
    BooksReopened: 'Books reopened',
    BooksSealed: 'Closing sealed',
    BeneficiaryRenamed: 'Beneficiary renamed',
    BeneficiariesMerged: 'Beneficiaries merged',
    BeneficiariesUnmerged: 'Merge undone',
    PurposesChanged: 'Purposes changed',
    BudgetSet: 'Budget set',
  } satisfies Record<EventType, string>,
  {
    CreditRecorded: 'साइट को पैसे भेजे',
    DebitRecorded: 'खर्च',
    TransferRecorded: 'सुपरवाइज़र को ट्रांसफ़र',
    TransactionEdited: 'एंट्री बदली गई',
    TransactionDeleted: 'एंट्री मिटाई गई',
    AccountOpened: 'खाता खुला',
    AccountEdited: 'खाते की जानकारी बदली गई',
    AccountRoleChanged: 'पद बदला गया',
    AccountDisabled: 'खाता बंद किया गया',
    AccountEnabled: 'खाता चालू किया गया',
    AccountClosed: 'खाता हटाया गया',
    PasswordSet: 'पासवर्ड सेट हुआ',
    PasswordRevealed: 'पासवर्ड देखा गया',
    SignedIn: 'साइन इन हुआ',
    SignInRefused: 'साइन इन नहीं हुआ',
    BillErased: 'बिल मिटाया गया',
    ReportExported: 'रिपोर्ट डाउनलोड हुई',
    SettingsChanged: 'सेटिंग बदली गई',
    OfficeSettingsChanged: 'सूचियों की सीमाएँ बदलीं',
    AlertLevelSet: 'चेतावनी की सीमा बदली',
    SupervisorAssigned: 'सुपरवाइज़र की साइट तय हुई',
    EntryReviewed: 'एंट्री जाँची गई',
    EntryQueried: 'सवाल पूछा गया',
    EntryAnswered: 'सवाल का जवाब दिया गया',
    EntryQueryClosed: 'सवाल बंद किया गया',
    TransferAcknowledged: 'ट्रांसफ़र मिल गया',
    CashCounted: 'नकद गिना',
    BooksClosed: 'हिसाब बंद किया',
    BooksReopened: 'हिसाब फिर से खोला',
    BooksSealed: 'बंद हिसाब पर मुहर',
    BeneficiaryRenamed: 'पार्टी का नाम बदला',
    BeneficiariesMerged: 'पार्टियाँ मिलाईं',
    BeneficiariesUnmerged: 'पार्टी फिर अलग की',
    PurposesChanged: '“किस लिए” की सूची बदली',
    BudgetSet: 'बजट रखा गया',
  },
)

/** Tells whether this app knows the type: a newer server may write others. */
function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypeLabels.en, type)
}

export const EVENT_TYPES = Object.keys(eventTypeLabels.en).filter(isEventType)

/** The events of access: sign-ins, refused sign-ins, and everything that was looked at or taken away. */
export const ACCESS_EVENT_TYPES: readonly EventType[] = [
  'SignedIn',
  'SignInRefused',
  'PasswordRevealed',
  'PasswordSet',
  'ReportExported',
  'SettingsChanged',
]
