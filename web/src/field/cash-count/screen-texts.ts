import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'Cash in hand',
    hint: 'Count the notes and coins. The sum is compared with the cash entries of the ledger.',
    amount: 'Cash counted',
    save: 'Save Count',
    saving: 'Saving…',
    saved: 'Count saved',
    failed: 'The count was not saved',
    same: 'as the ledger has it',
    less: (amount: string) => `${amount} less than the ledger`,
    more: (amount: string) => `${amount} more than the ledger`,
    cannotSay:
      'More was paid in cash than came in cash, as when money from the bank is drawn: the ledger cannot say what should be in the drawer.',
    inLedger: (amount: string) => `${amount} in the ledger`,
    last: 'Last counts',
    needsNetwork: 'A count needs the network, because it is compared with the ledger.',
    waiting: 'Entries wait on this phone. Let them be sent first: the ledger does not have them yet.',
  },
  {
    title: 'हाथ में नकद',
    hint: 'नोट और सिक्के गिनें। इस राशि का मिलान हिसाब की नकद एंट्रियों से होता है।',
    amount: 'गिना हुआ नकद',
    save: 'गिनती सेव करें',
    saving: 'सेव हो रही है…',
    saved: 'गिनती सेव हो गई',
    failed: 'गिनती सेव नहीं हुई',
    same: 'हिसाब के बराबर',
    less: (amount: string) => `हिसाब से ${amount} कम`,
    more: (amount: string) => `हिसाब से ${amount} ज़्यादा`,
    cannotSay:
      'हिसाब में नकद जितना मिला, उससे ज़्यादा दिया गया है, जैसे बैंक से पैसे निकालने पर: हाथ में कितना होना चाहिए, यह हिसाब से पता नहीं चलता।',
    inLedger: (amount: string) => `हिसाब में ${amount}`,
    last: 'पिछली गिनतियाँ',
    needsNetwork: 'गिनती के लिए नेटवर्क चाहिए, क्योंकि इसका मिलान हिसाब से होता है।',
    waiting: 'इस फ़ोन में एंट्रियाँ भेजना बाकी हैं। पहले उन्हें जाने दें: वे अभी हिसाब में नहीं हैं।',
  },
)
