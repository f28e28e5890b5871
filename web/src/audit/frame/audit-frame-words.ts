import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    back: 'Back to the dashboard',
    sections: 'Sections of the audit',
    events: 'Events',
    access: 'Access log',
    timeLine: 'Time line',
    editLog: 'Edit log',
    proof: 'Proof',
    alarm: 'The history of this ledger is not the one that this browser saw before',
    shrank: (remembered: string, now: string) =>
      `This browser saw ${remembered} signed events. The server now shows only ${now}. Entries are missing.`,
    changed: (remembered: string) =>
      `The first ${remembered} events are not the ones that this browser saw signed. An old entry was changed.`,
    otherKey: 'The ledger is signed with a different key than before.',
    badSignature: 'The newest checkpoint is not signed with the key of this ledger.',
    since: (date: string) => `This browser has been watching since ${date}.`,
    whatNow:
      'Keep this browser as it is, download the log and the checkpoints, and show them to whoever is responsible.',
  },
  {
    back: 'डैशबोर्ड पर वापस',
    sections: 'जाँच के हिस्से',
    events: 'गतिविधियाँ',
    access: 'साइन इन',
    timeLine: 'टाइमलाइन',
    editLog: 'बदलाव',
    proof: 'प्रमाण',
    alarm: 'इस बही का इतिहास वह नहीं है जो इस ब्राउज़र ने पहले देखा था',
    shrank: (remembered: string, now: string) =>
      `इस ब्राउज़र ने मुहर लगी ${remembered} गतिविधियाँ देखी थीं। सर्वर अब सिर्फ़ ${now} दिखाता है। एंट्रियाँ गायब हैं।`,
    changed: (remembered: string) =>
      `पहली ${remembered} गतिविधियाँ वे नहीं हैं जिन पर इस ब्राउज़र ने मुहर देखी थी। कोई पुरानी एंट्री बदली गई है।`,
    otherKey: 'जिस चाबी से बही पर मुहर लगती है, वह बदल गई है।',
    badSignature: 'सबसे नई मुहर इस बही की चाबी की नहीं है।',
    since: (date: string) => `यह ब्राउज़र ${date} से देख रहा है।`,
    whatNow: 'इस ब्राउज़र को ऐसे ही रहने दें, पूरा रिकॉर्ड और मुहरें डाउनलोड करें और ज़िम्मेदार व्यक्ति को दिखाएँ।',
  },
)
