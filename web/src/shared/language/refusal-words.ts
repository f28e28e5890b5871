import type { RefusalCode } from '@ledger/contracts/refusals.ts'

/** The error catalogue in Hindi. A refusal that is added to the contracts without its Hindi does not compile here. */
export const REFUSALS_IN_HINDI: Readonly<Record<RefusalCode, string>> = {
  invalid_request: 'भेजी गई जानकारी सही नहीं है',
  unauthorized: 'अनुमति नहीं',
  wrong_email_or_password: 'ईमेल या पासवर्ड गलत है',
  wrong_mobile_or_password: 'मोबाइल नंबर या पासवर्ड गलत है',
  account_disabled: 'आपका खाता बंद है। अपने एडमिन से बात करें।',
  forbidden: 'आपको यह करने की अनुमति नहीं है',
  cross_site: 'यह किसी और वेबसाइट से भेजा गया है',
  only_debits: 'यहाँ सिर्फ़ खर्च लिखा जा सकता है',
  only_credits: 'यहाँ सिर्फ़ साइट को भेजे गए पैसे लिखे जा सकते हैं',
  not_editable: 'यह लेन-देन यहाँ बदला नहीं जा सकता',
  not_found: 'नहीं मिला',
  not_signed_yet: 'इस एंट्री पर अभी मुहर नहीं लगी है। एक मिनट बाद फिर कोशिश करें।',
  too_slow: 'सर्वर तक पहुँचने में बहुत देर लगी। फिर कोशिश करें।',
  mobile_in_use: 'यह मोबाइल नंबर पहले से किसी खाते में है',
  email_in_use: 'यह ईमेल पहले से किसी खाते में है',
  already_deleted: 'यह लेन-देन पहले ही मिटाया जा चुका है',
  revision_changed: 'इस लेन-देन को किसी और ने बदल दिया है। पेज फिर से खोलकर कोशिश करें।',
  body_too_large: 'भेजी गई जानकारी बहुत बड़ी है',
  unsupported_media_type: 'जानकारी JSON में भेजें',
  insufficient_balance: 'ट्रांसफ़र की राशि शेष से ज़्यादा है',
  counterparty_unavailable: 'यह खाता बंद है या हटाया जा चुका है',
  total_too_large: 'इससे सारी एंट्रियों का जोड़ बही की सीमा से बड़ा हो जाएगा',
  key_reused: 'यह पहले अलग ब्योरे से भेजा जा चुका है',
  too_many_tries: 'बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।',
  too_many_at_once: 'एक साथ ऐसे बहुत सारे काम चल रहे हैं। किसी एक के पूरा होने तक रुकें।',
  too_fast: 'एक साथ बहुत सारी एंट्रियाँ भेजी गईं। थोड़ा रुककर फिर कोशिश करें।',
  internal: 'हमारी तरफ़ कुछ गड़बड़ हुई',
  outcome_unknown: 'पता नहीं चल पाया कि काम हुआ या नहीं। फिर कोशिश करें।',
  unavailable: 'बही अभी नहीं खुल रही। फिर कोशिश करें।',
}

/** The titles of the catalogue's toasts. */
export const TITLES_IN_HINDI: Readonly<Record<string, string>> = {
  Error: 'गड़बड़',
  Unauthorized: 'अनुमति नहीं',
  'Login Failed': 'साइन इन नहीं हुआ',
  'Insufficient Balance': 'शेष राशि कम है',
  'Missing Information': 'जानकारी अधूरी है',
  'Invalid Mobile Number': 'मोबाइल नंबर सही नहीं',
  'Invalid Amount': 'राशि सही नहीं',
}
