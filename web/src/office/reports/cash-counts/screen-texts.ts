import { inBothLanguages } from '../../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    differing: 'Last counts that differ',
    noneDiffering: 'No last count differs from the ledger',
    all: 'All counts',
    none: 'Nobody has counted cash yet',
    noneText: 'Site incharges and supervisors count it at Balance Details on their phone',
    who: 'Account',
    when: 'Counted on',
    counted: 'Counted',
    expected: 'In the ledger',
    difference: 'Difference',
    cannotSay:
      'More was paid in cash than came in cash, as when money from the bank is drawn: the ledger cannot say what should be in the drawer.',
    newest: (count: string) => `The newest ${count}`,
  },
  {
    differing: 'पिछली गिनती, जिसमें अंतर है',
    noneDiffering: 'किसी खाते की पिछली गिनती में अंतर नहीं है',
    all: 'सभी गिनतियाँ',
    none: 'अभी किसी ने नकद नहीं गिना',
    noneText: 'साइट इंचार्ज और सुपरवाइज़र अपने फ़ोन पर "शेष का हिसाब" में गिनती लिखते हैं',
    who: 'खाता',
    when: 'कब गिना',
    counted: 'गिना',
    expected: 'हिसाब में',
    difference: 'अंतर',
    cannotSay:
      'हिसाब में नकद जितना मिला, उससे ज़्यादा दिया गया है, जैसे बैंक से पैसे निकालने पर: हाथ में कितना होना चाहिए, यह हिसाब से पता नहीं चलता।',
    newest: (count: string) => `सबसे नई ${count}`,
  },
)
