import { inBothLanguages } from '../../language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    print: 'Print',
    close: 'Close',
    reading: (rows: string) => `${rows} rows read`,
    stop: 'Cancel',
    rupees: (header: string) => `${header} (₹)`,
    rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
    tooLong: (most: string) => `Paper takes lists of up to ${most} rows.`,
    asFile: 'Download this one as a file.',
    tooLongTitle: 'Too long for paper',
    failed: 'Failed to open the list for printing',
    error: 'Error',
    noData: 'No Data',
    noDataText: 'There is nothing to print',
  },
  {
    print: 'छापें',
    close: 'बंद करें',
    reading: (rows: string) => `${rows} पंक्तियाँ आईं`,
    stop: 'रहने दें',
    rupees: (header: string) => `${header} (₹)`,
    rows: (count: string) => (count === '1' ? '1 पंक्ति' : `${count} पंक्तियाँ`),
    tooLong: (most: string) => `कागज़ पर ${most} पंक्तियों तक की सूची छपती है।`,
    asFile: 'इसकी फ़ाइल डाउनलोड करें।',
    tooLongTitle: 'सूची कागज़ के लिए बहुत लंबी है',
    failed: 'छापने के लिए सूची नहीं खुल सकी',
    error: 'गड़बड़',
    noData: 'कुछ नहीं है',
    noDataText: 'छापने के लिए कुछ नहीं है',
  },
)
