import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    askSite: 'Ask the site',
    askAgain: 'Ask again',
    to: (name: string) => `Question to ${name}`,
    ask: 'Send Question',
    asking: 'Sending…',
    cancel: 'Cancel',
    close: 'Close question',
    closing: 'Closing…',
    asked: 'The question is on its way to the site',
    closed: 'Question closed',
    ofDeleted: (name: string) => `The account of ${name} was deleted. Nobody can answer a question about this entry.`,
    ofDisabled: (name: string) =>
      `The account of ${name} is disabled. The question is answered once the account is enabled again.`,
  },
  {
    askSite: 'साइट से पूछें',
    askAgain: 'फिर पूछें',
    to: (name: string) => `${name} से सवाल`,
    ask: 'सवाल भेजें',
    asking: 'भेजा जा रहा है…',
    cancel: 'रहने दें',
    close: 'सवाल बंद करें',
    closing: 'बंद किया जा रहा है…',
    asked: 'सवाल साइट को भेज दिया गया',
    closed: 'सवाल बंद किया गया',
    ofDeleted: (name: string) => `${name} का खाता हटाया जा चुका है। इस एंट्री पर सवाल का जवाब कोई नहीं दे सकता।`,
    ofDisabled: (name: string) => `${name} का खाता बंद है। खाता फिर चालू होने पर ही सवाल का जवाब मिलेगा।`,
  },
)
