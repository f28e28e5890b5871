import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    ledger: 'The ledger did not pass its verification',
    read_models: 'A list does not agree with the ledger',
    late: 'The ledger is not being verified any more',
    found: (moment: string) => `Found on ${moment}.`,
    lateSince: (moment: string) => `The last verification was on ${moment}. The signer may not be running.`,
    badAt: (position: string) => `From event ${position} on:`,
    more: (count: string) => `and ${count} more`,
    toProof: 'See the proof',
  },
  {
    ledger: 'बही जाँच में सही नहीं निकली',
    read_models: 'एक सूची बही से नहीं मिलती',
    late: 'बही की जाँच अब नहीं हो रही है',
    found: (moment: string) => `${moment} को पता चला।`,
    lateSince: (moment: string) => `आखिरी जाँच ${moment} को हुई थी। हो सकता है मुहर लगाने वाला प्रोग्राम बंद हो।`,
    badAt: (position: string) => `गतिविधि ${position} से:`,
    more: (count: string) => `और ${count}`,
    toProof: 'प्रमाण देखें',
  },
)
