import { inBothLanguages } from '../../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    differing: 'Last counts that differ',
    noneDiffering: 'The last count of every account is as the ledger has it',
    all: 'All counts',
    none: 'Nobody has counted cash yet',
    noneText: 'Site incharges and supervisors count it at Balance Details on their phone',
    who: 'Account',
    when: 'Counted on',
    counted: 'Counted',
    expected: 'In the ledger',
    difference: 'Difference',
    newest: (count: string) => `The newest ${count}`,
  },
  {
    differing: 'पिछली गिनती, जिसमें अंतर है',
    noneDiffering: 'हर खाते की पिछली गिनती हिसाब के बराबर है',
    all: 'सभी गिनतियाँ',
    none: 'अभी किसी ने नकद नहीं गिना',
    noneText: 'साइट इंचार्ज और सुपरवाइज़र अपने फ़ोन पर "शेष का हिसाब" में गिनती लिखते हैं',
    who: 'खाता',
    when: 'कब गिना',
    counted: 'गिना',
    expected: 'हिसाब में',
    difference: 'अंतर',
    newest: (count: string) => `सबसे नई ${count}`,
  },
)
