import type { OfficeUser, SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { inBothLanguages } from '../../../shared/language/in-both-languages.ts'
import { personFullName } from '../person-and-site-names.ts'

/** The data that a new user needs to sign in. It is in memory only, while the dialog that shows it is open. */
export interface SignInDetails {
  name: string
  /** The address of the sign-in screen. */
  address: string
  /** Field users sign in with a mobile number, people of the office with an e-mail address. */
  signsInWith: 'mobile' | 'email'
  /** The number, or the address. */
  signInName: string
  password: string
}

/** Returns the sign-in of a field user with a new password. */
export function fieldSignIn(person: SiteUser | Supervisor, password: string): SignInDetails {
  const address = `${location.origin}/site-login`
  return { name: personFullName(person), address, signsInWith: 'mobile', signInName: person.mobile, password }
}

/** Returns the sign-in of a new person of the office. */
export function officeSignIn({ name, email }: OfficeUser, password: string): SignInDetails {
  return { name, address: `${location.origin}/admin-login`, signsInWith: 'email', signInName: email, password }
}

const words = inBothLanguages(
  {
    greeting: (name: string, company: string) => `${name}, your account at ${company} is ready.`,
    mobile: 'Mobile Number',
    email: 'Email',
    password: 'Password',
    secret: 'Keep the password to yourself.',
  },
  {
    greeting: (name: string, company: string) => `${name}, ${company} में आपका खाता तैयार है।`,
    mobile: 'मोबाइल नंबर',
    email: 'ईमेल',
    password: 'पासवर्ड',
    secret: 'पासवर्ड किसी और को न बताएँ।',
  },
)

/** Returns the message with which a person's sign-in is shared, in the person's language. */
export function signInText(details: SignInDetails, company: string, language: Language): string {
  const t = words[language]
  return [
    t.greeting(details.name, company),
    details.address,
    `${t[details.signsInWith]}: ${details.signInName}`,
    `${t.password}: ${details.password}`,
    t.secret,
  ].join('\n')
}

/** Returns the link that opens a text message. iPhones read the text after `&`, Androids after `?`. */
export function smsLink(text: string, mobile: string): string {
  return `sms:+91${mobile}?&body=${encodeURIComponent(text)}`
}
