import { inBothLanguages } from '../../language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    share: 'Share receipt',
    title: 'Share receipt',
    language: 'Language of the receipt',
    notLoaded: 'The receipt could not be opened. Check the network and try again.',
    error: 'Error',
    // The receipt itself
    receipt: (amount: string) => `Receipt: ${amount}`,
    to: (name: string) => `To: ${name}`,
    from: (name: string) => `From: ${name}`,
    reason: (text: string) => `For: ${text}`,
    reference: (text: string) => `Reference: ${text}`,
    voucher: (text: string) => `Voucher: ${text}`,
  },
  {
    share: 'रसीद शेयर करें',
    title: 'रसीद शेयर करें',
    language: 'रसीद की भाषा',
    notLoaded: 'रसीद नहीं खुल पाई। नेटवर्क देखें और फिर कोशिश करें।',
    error: 'गड़बड़',
    receipt: (amount: string) => `रसीद: ${amount}`,
    to: (name: string) => `किसे दिया: ${name}`,
    from: (name: string) => `किसने दिया: ${name}`,
    reason: (text: string) => `विवरण: ${text}`,
    reference: (text: string) => `रेफ़रेंस: ${text}`,
    voucher: (text: string) => `वाउचर: ${text}`,
  },
)
