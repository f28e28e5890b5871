import { installPrompt } from '../../shared/session/install-prompt.ts'
import {
  type InstallRecord,
  isIosSafariAgent,
  offerToMake,
  parseInstallRecord,
  withSavedExpense,
} from './install-decision.ts'

const STORAGE_KEY = 'installOffer'

const read = () => parseInstallRecord(localStorage.getItem(STORAGE_KEY))
const write = (record: InstallRecord) => localStorage.setItem(STORAGE_KEY, JSON.stringify(record))

/** Counts an expense that was saved on this phone, in the ledger or waiting. */
export function countSavedExpense(): void {
  write(withSavedExpense(read()))
}

/** Remembers the answer. There is no second offer in this browser. */
export function answerInstallOffer(answer: 'no' | 'installed'): void {
  write({ ...read(), answer })
}

export function currentOffer(): ReturnType<typeof offerToMake> {
  return offerToMake(read(), {
    isStandalone:
      matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true),
    hasPrompt: installPrompt() !== undefined,
    isIosSafari: isIosSafariAgent(navigator.userAgent, navigator.maxTouchPoints),
  })
}
