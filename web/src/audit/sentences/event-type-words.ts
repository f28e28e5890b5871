import type { EventType } from '@ledger/contracts/events.ts'
import { inBothLanguages } from '../../language/words.ts'

/** What each event is called in a list of kinds. An event type without its name does not compile. */
export const eventTypeWords = inBothLanguages(
  {
    CreditRecorded: 'Money sent to a site',
    DebitRecorded: 'Expense',
    TransferRecorded: 'Transfer to a supervisor',
    TransactionEdited: 'Entry changed',
    TransactionDeleted: 'Entry deleted',
    AccountOpened: 'Account opened',
    AccountEdited: 'Account changed',
    AccountDisabled: 'Account disabled',
    AccountEnabled: 'Account enabled',
    AccountClosed: 'Account closed',
    PasswordSet: 'Password set',
    PasswordRevealed: 'Password looked at',
    SignedIn: 'Signed in',
    SignInRefused: 'Sign-in refused',
    ReportExported: 'Report exported',
    SettingsChanged: 'Settings changed',
  } satisfies Record<EventType, string>,
  {
    CreditRecorded: 'साइट को पैसे भेजे',
    DebitRecorded: 'खर्च',
    TransferRecorded: 'सुपरवाइज़र को ट्रांसफ़र',
    TransactionEdited: 'प्रविष्टि बदली गई',
    TransactionDeleted: 'प्रविष्टि मिटाई गई',
    AccountOpened: 'खाता खुला',
    AccountEdited: 'खाता बदला गया',
    AccountDisabled: 'खाता बंद किया गया',
    AccountEnabled: 'खाता चालू किया गया',
    AccountClosed: 'खाता मिटाया गया',
    PasswordSet: 'पासवर्ड रखा गया',
    PasswordRevealed: 'पासवर्ड देखा गया',
    SignedIn: 'साइन इन हुआ',
    SignInRefused: 'साइन इन नहीं होने दिया',
    ReportExported: 'रिपोर्ट निर्यात हुई',
    SettingsChanged: 'सेटिंग बदली गई',
  },
)

/** Whether this app knows the type: a newer server may write others. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypeWords.en, type)
}

export const EVENT_TYPES = Object.keys(eventTypeWords.en).filter(isEventType)

/** Who came in, who was turned away, who looked at or took away what. */
export const ACCESS_TYPES: readonly EventType[] = [
  'SignedIn',
  'SignInRefused',
  'PasswordRevealed',
  'PasswordSet',
  'ReportExported',
  'SettingsChanged',
]
