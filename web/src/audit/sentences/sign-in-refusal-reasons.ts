import type { OpenidErrorCode } from '@ledger/contracts/http/openid-errors.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'

/**
 * The reasons of refused sign-ins for a line of the access log. Where there is no provider, no refusal is recorded. A
 * reason without its words does not compile.
 */
type SignInRefusalReason =
  | Exclude<OpenidErrorCode, 'no_provider'>
  | 'wrong_name_or_password'
  | 'wrong_current_password'
  | 'disabled'

const words = inBothLanguages(
  {
    wrong_name_or_password: 'wrong name or password',
    wrong_current_password: 'wrong current password, while setting a new one',
    disabled: 'the account is disabled',
    account_disabled: 'the account is disabled',
    email_unknown: 'no office account has this email address',
    email_not_verified: 'the email address is not verified',
    other_identity: 'another person is linked to the account',
    sign_in_lost: 'the sign-in had expired',
    not_trusted: 'the answer of the sign-in service could not be trusted',
    cancelled_at_provider: 'the sign-in was cancelled',
    provider_away: 'the sign-in service did not answer',
    too_many_tries: 'too many tries',
  } satisfies Record<SignInRefusalReason, string>,
  {
    wrong_name_or_password: 'मोबाइल/ईमेल या पासवर्ड गलत',
    wrong_current_password: 'नया पासवर्ड सेट करते समय अभी का पासवर्ड गलत',
    disabled: 'खाता बंद है',
    account_disabled: 'खाता बंद है',
    email_unknown: 'इस ईमेल का ऑफिस में कोई खाता नहीं',
    email_not_verified: 'ईमेल जाँचा हुआ नहीं',
    other_identity: 'खाते से कोई और व्यक्ति जुड़ा है',
    sign_in_lost: 'साइन इन का समय निकल गया',
    not_trusted: 'साइन इन सेवा के जवाब पर भरोसा नहीं',
    cancelled_at_provider: 'साइन इन बीच में छोड़ दिया गया',
    provider_away: 'साइन इन सेवा ने जवाब नहीं दिया',
    too_many_tries: 'बहुत बार कोशिश हुई',
  },
)

/** Returns the reason's words; the bare code where this app is older than the event. */
export function signInRefusalText(code: string, language: Language): string {
  const said: Readonly<Record<string, string>> = words[language]
  return said[code] ?? code
}
