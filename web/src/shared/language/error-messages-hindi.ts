import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { OfficeErrorCode } from './office-error-messages-hindi.ts'

/**
 * The error catalogue in Hindi, but for what only head office is told. A refusal that the contracts add without its
 * Hindi does not compile here.
 */
export const ERROR_MESSAGES_IN_HINDI: Readonly<Record<Exclude<ErrorCode, OfficeErrorCode>, string>> = {
  invalid_request: 'भेजी गई जानकारी सही नहीं है',
  bill_unreadable: 'यह बिल पढ़ा नहीं जा सका। फ़ोटो फिर से खींचें।',
  bill_locked: 'यह PDF पासवर्ड माँगती है। इसे बिना पासवर्ड के लगाएँ, या बिल की फ़ोटो लगाएँ।',
  bill_excessive: 'यह तस्वीर बहुत बड़ी है या इसे पढ़ने में बहुत समय लगता है। फ़ोटो फिर से खींचें, या छोटी तस्वीर लगाएँ।',
  unauthorized: 'अनुमति नहीं',
  other_account: 'इस डिवाइस पर कोई और साइन इन है',
  wrong_email_or_password: 'ईमेल या पासवर्ड गलत है',
  wrong_mobile_or_password: 'मोबाइल नंबर या पासवर्ड गलत है',
  account_disabled: 'आपका खाता बंद है। अपने एडमिन से बात करें।',
  forbidden: 'आपको यह करने की अनुमति नहीं है',
  cross_site: 'यह किसी और वेबसाइट से भेजा गया है',
  only_debits: 'यहाँ सिर्फ़ खर्च लिखा जा सकता है',
  not_editable: 'यह लेन-देन यहाँ बदला नहीं जा सकता',
  not_found: 'नहीं मिला',
  unknown_company: 'इस पते पर कोई कंपनी नहीं मिली। पता जाँचें, या अपने ऑफिस से पूछें।',
  too_slow: 'सर्वर तक पहुँचने में बहुत देर लगी। फिर कोशिश करें।',
  bill_erased: 'यह बिल मिटाया जा चुका है',
  ledger_changed: 'पढ़ते समय यह खाता बही बदल गई। इसे पहले पेज से फिर पढ़ें।',
  already_deleted: 'यह लेन-देन पहले ही मिटाया जा चुका है',
  question_closed: 'यह सवाल बंद हो चुका है। अब इसका जवाब नहीं लिया जाता।',
  too_many_answers: 'इस सवाल के और जवाब नहीं लिए जा सकते',
  revision_changed: 'इस लेन-देन को किसी और ने बदल दिया है। पेज फिर से खोलकर कोशिश करें।',
  body_too_large: 'भेजी गई जानकारी बहुत बड़ी है',
  bill_too_large: 'बिल की फ़ाइल बहुत बड़ी है',
  no_bill: 'फ़ोटो या PDF लगाएँ',
  unsupported_media_type: 'जानकारी JSON में भेजें',
  books_closed: 'हिसाब {} तक बंद है। इस तारीख तक की कोई एंट्री न लिखी, न बदली, न मिटाई जा सकती है।',
  insufficient_balance: 'ट्रांसफ़र की राशि शेष से ज़्यादा है',
  counterparty_unavailable: 'यह खाता बंद है या हटाया जा चुका है',
  total_too_large: 'इससे सारी एंट्रियों का जोड़ बही की सीमा से बड़ा हो जाएगा',
  key_reused: 'यह पहले अलग ब्योरे से भेजा जा चुका है',
  too_many_tries: 'बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।',
  too_many_at_once: 'एक साथ ऐसे बहुत सारे काम चल रहे हैं। किसी एक के पूरा होने तक रुकें।',
  too_fast: 'एक साथ बहुत सारी एंट्रियाँ भेजी गईं। थोड़ा रुककर फिर कोशिश करें।',
  too_many_bills: 'एक साथ बहुत सारे बिल भेजे गए। थोड़ा रुककर फिर कोशिश करें।',
  internal: 'हमारी तरफ़ कुछ गड़बड़ हुई',
  outcome_unknown: 'पता नहीं चल पाया कि काम हुआ या नहीं। फिर कोशिश करें।',
  unavailable: 'बही अभी नहीं खुल रही। फिर कोशिश करें।',
}

/** The titles of the catalogue's toasts. */
export const ERROR_TITLES_IN_HINDI: Readonly<Record<string, string>> = {
  Error: 'गड़बड़',
  Unauthorized: 'अनुमति नहीं',
  'Login Failed': 'साइन इन नहीं हुआ',
  'The last admin stays': 'आखिरी एडमिन नहीं हटता',
  'Books Closed': 'हिसाब बंद है',
  'Insufficient Balance': 'शेष राशि कम है',
  'Missing Information': 'जानकारी अधूरी है',
  'Invalid Mobile Number': 'मोबाइल नंबर सही नहीं',
  'Invalid Amount': 'राशि सही नहीं',
}
