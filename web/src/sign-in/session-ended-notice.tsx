import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countText, rupees } from '../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'
import { type WaitingForSignIn, waitingForSignIn } from '../shared/session/entries-waiting-for-sign-in.ts'
import type { EndedSession } from '../shared/session/session-ended.ts'

const words = inBothLanguages(
  {
    loggedOut: 'You are logged out.',
    signIn: 'Sign in again to go on.',
    entry: (amount: string) => `Your entry of ${amount} is on this phone and is sent when you sign in.`,
    one: 'Your change is on this phone and is sent when you sign in.',
    many: (count: string) => `${count} entries or changes are on this phone and are sent when you sign in.`,
  },
  {
    loggedOut: 'आप लॉग आउट हो गए।',
    signIn: 'आगे बढ़ने के लिए फिर से साइन इन करें।',
    entry: (amount: string) => `${amount} की एंट्री इसी फ़ोन में है, साइन इन करते ही जाएगी।`,
    one: 'आपका बदलाव इसी फ़ोन में है, साइन इन करते ही जाएगा।',
    many: (count: string) => `${count} एंट्रियाँ या बदलाव इसी फ़ोन में हैं, साइन इन करते ही जाएँगे।`,
  },
)

/** Says that the session has ended, and that no entry is lost. */
export function SessionEndedNotice({ account }: Pick<EndedSession, 'account'>) {
  const t = useWords(words)
  const [waiting, setWaiting] = useState<WaitingForSignIn>()
  useEffect(() => {
    let isHere = true
    void waitingForSignIn(account).then((read) => {
      if (isHere) setWaiting(read)
    })
    return () => {
      isHere = false
    }
  }, [account])
  return (
    <p role="status" className="mb-6 flex items-start gap-2 rounded-brick border border-ink bg-wash p-4">
      <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block font-heavy">{t.loggedOut}</span>
        {waiting === undefined ? null : sentence(waiting, t)}
      </span>
    </p>
  )
}

function sentence({ count, amount }: WaitingForSignIn, t: (typeof words)['en']): string {
  if (count === 0) return t.signIn
  if (amount !== undefined) return t.entry(rupees(amount))
  return count === 1 ? t.one : t.many(countText(count))
}
