import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { inBothLanguages } from '../../../shared/language/in-both-languages.ts'

/** The choice of the subject above the table. */
export const subjectChoices = inBothLanguages(
  {
    site: 'By site',
    purpose: 'By purpose',
    beneficiary: 'By beneficiary',
    mode: 'By payment mode',
    month: 'By month',
  } satisfies Record<SummarySubject, string>,
  {
    site: 'साइट के अनुसार',
    purpose: 'किस लिए खर्च हुआ',
    beneficiary: 'पार्टी के अनुसार',
    mode: 'भुगतान के तरीके के अनुसार',
    month: 'महीने के अनुसार',
  },
)

/** The head of the first column. */
export const subjectColumns = inBothLanguages(
  {
    site: 'Site and person',
    purpose: 'Purpose',
    beneficiary: 'Beneficiary',
    mode: 'Payment mode',
    month: 'Month',
  } satisfies Record<SummarySubject, string>,
  {
    site: 'साइट और नाम',
    purpose: 'किस लिए',
    beneficiary: 'पार्टी',
    mode: 'भुगतान का तरीका',
    month: 'महीना',
  },
)

export const words = inBothLanguages(
  {
    title: 'Summary',
    group: 'Add up',
    site: 'Site',
    everySite: 'All sites',
    sent: 'Sent by head office',
    spent: 'Spent',
    count: 'Expenses',
    total: 'Total',
    rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
    cut: (shown: string, all: string) => `The ${shown} largest of ${all} rows. The total counts all.`,
    more: 'Show all',
    noTransfers: 'Money passed on between people is in neither column.',
    none: 'Nothing was sent or spent in this period',
    noneText: 'Choose another period or site',
  },
  {
    title: 'कुल हिसाब',
    group: 'किस तरह जोड़ें',
    site: 'साइट',
    everySite: 'सभी साइटें',
    sent: 'हेड ऑफिस ने भेजा',
    spent: 'खर्च',
    count: 'खर्च की एंट्री',
    total: 'कुल',
    rows: (count: string) => (count === '1' ? '1 पंक्ति' : `${count} पंक्तियाँ`),
    cut: (shown: string, all: string) => `${all} में से सबसे बड़ी ${shown} पंक्तियाँ। कुल में सभी जुड़ी हैं।`,
    more: 'सभी दिखाएँ',
    noTransfers: 'लोगों के बीच ट्रांसफ़र किसी भी कॉलम में नहीं जुड़े हैं।',
    none: 'इस दौरान न कुछ भेजा गया, न खर्च हुआ',
    noneText: 'कोई और समय या साइट चुनें',
  },
)
