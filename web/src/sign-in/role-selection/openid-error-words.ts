import { OPENID_ERRORS, type OpenidErrorCode } from '@ledger/contracts/http/openid-errors.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

/**
 * The reasons of a failed external sign-in. A reason that the contracts add without its Hindi does not compile here.
 */
export const openidErrorWords = inBothLanguages<Readonly<Record<OpenidErrorCode, string>>>(OPENID_ERRORS, {
  no_provider: 'नीचे चुनें कि आप कौन हैं, और मोबाइल नंबर या ईमेल और पासवर्ड से साइन इन करें। यहाँ कंपनी के खाते से साइन इन चालू नहीं है।',
  provider_away: 'साइन इन सेवा अभी जवाब नहीं दे रही। फिर कोशिश करें, या अपने पासवर्ड से साइन इन करें।',
  cancelled_at_provider: 'साइन इन बीच में छोड़ दिया गया।',
  sign_in_lost: 'इस साइन इन का समय निकल गया या यह पहले ही हो चुका है। फिर से शुरू करें।',
  not_trusted: 'साइन इन सेवा के जवाब पर भरोसा नहीं किया जा सका। अपने एडमिन को बताएँ।',
  email_not_verified: 'साइन इन सेवा ने आपका ईमेल अभी जाँचा नहीं है।',
  email_unknown: 'इस ईमेल का ऑफिस में कोई खाता नहीं है। अपने एडमिन से बात करें।',
  other_identity: 'इस खाते से साइन इन सेवा पर कोई और व्यक्ति जुड़ा है। अपने एडमिन से बात करें।',
  account_disabled: 'आपका खाता बंद है। अपने एडमिन से बात करें।',
  too_many_tries: 'बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।',
})

export function isOpenidErrorCode(code: string | undefined): code is OpenidErrorCode {
  return code !== undefined && Object.hasOwn(OPENID_ERRORS, code)
}
