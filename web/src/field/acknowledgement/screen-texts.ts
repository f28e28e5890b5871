import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    received: 'Received?',
    receivedRow: (who: string, amount: string) => `Received: ${amount} from ${who}`,
    done: 'Receipt confirmed',
    failed: 'The receipt was not confirmed',
    needsNetwork: 'This needs the network. Try again once you are connected.',
    missing: (count: string) =>
      count === '1' ? '1 transfer is not confirmed after 3 days' : `${count} transfers are not confirmed after 3 days`,
  },
  {
    received: 'मिल गया?',
    receivedRow: (who: string, amount: string) => `मिल गया: ${who} से ${amount}`,
    done: 'दर्ज हो गया: पैसे मिल गए',
    failed: 'मिलना दर्ज नहीं हुआ',
    needsNetwork: 'इसके लिए नेटवर्क चाहिए। कनेक्शन आने पर फिर कोशिश करें।',
    missing: (count: string) => `${count} ट्रांसफ़र का मिलना 3 दिन बाद भी दर्ज नहीं`,
  },
)
