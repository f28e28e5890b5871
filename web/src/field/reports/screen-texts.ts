import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'Reports',
    about: 'Beneficiary Reports',
    aboutText:
      'What you received and spent, by month, by purpose and by beneficiary; transfers count in what you spent by month. As a spreadsheet you get every transaction, or those with one beneficiary, of all time or between two dates.',
    generate: 'Generate Report',
    noneEver: 'No expenses yet',
    none: 'No expenses in this period',
    noneText: 'Choose a longer period',
  },
  {
    title: 'रिपोर्ट',
    about: 'पार्टियों का हिसाब',
    aboutText:
      'क्या मिला और क्या खर्च हुआ: महीने के अनुसार, किस लिए और किसे; महीने के खर्च में ट्रांसफ़र भी जुड़े हैं। एक्सेल में सारे लेन-देन मिलेंगे, या किसी एक पार्टी के, शुरू से अब तक के या दो तारीखों के बीच के।',
    generate: 'रिपोर्ट बनाएँ',
    noneEver: 'अभी तक कोई खर्च नहीं',
    none: 'इस दौरान कोई खर्च नहीं',
    noneText: 'ज़्यादा लंबा समय चुनें',
  },
)
