import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    // The list on the dashboard, the mark of a row
    title: 'Questions from Head Office',
    mark: 'QUESTION',
    all: (count: string) => `Show all ${count}`,
    deletedEntry: 'This entry was deleted',
    // The dialog
    answerTitle: 'Answer the question',
    yourAnswer: 'Your answer',
    answer: 'Answer',
    send: 'Send Answer',
    sending: 'Sending…',
    alsoToEntry: 'Also add to the entry',
    cancel: 'Cancel',
    // Toasts
    sent: 'Answer sent',
    kept: 'Saved on this phone, will be sent',
    error: 'Error',
    notAdded: 'The answer has the bill, the entry has not',
    sendFailed: 'The answer could not be sent',
    because: (what: string, why: string) => `${what}: ${why}`,
    headOffice: 'Head Office',
  },
  {
    title: 'हेड ऑफिस के सवाल',
    mark: 'सवाल',
    all: (count: string) => `सभी ${count} देखें`,
    deletedEntry: 'यह एंट्री मिटाई जा चुकी है',
    answerTitle: 'सवाल का जवाब दें',
    yourAnswer: 'आपका जवाब',
    answer: 'जवाब दें',
    send: 'जवाब भेजें',
    sending: 'भेजा जा रहा है…',
    alsoToEntry: 'एंट्री में भी जोड़ें',
    cancel: 'रहने दें',
    sent: 'जवाब भेज दिया गया',
    kept: 'इस फ़ोन में सेव है, बाद में भेजा जाएगा',
    error: 'गड़बड़',
    notAdded: 'बिल जवाब के साथ है, एंट्री में नहीं जुड़ा',
    sendFailed: 'जवाब नहीं भेजा जा सका',
    because: (what: string, why: string) => `${what}: ${why}`,
    headOffice: 'हेड ऑफिस',
  },
)
