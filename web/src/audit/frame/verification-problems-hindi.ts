type ProjectionLabelOf = (projection: string) => string
type HindiSentence = (parts: string[], name: ProjectionLabelOf) => string

/** The sentences of a verification, as the server writes them, each with its Hindi form. */
const HINDI_BY_PATTERN: readonly (readonly [RegExp, HindiSentence])[] = [
  [/^position (\d+) is missing$/, ([position]) => `गतिविधि ${position} गायब है`],
  [/^it does not follow the event before it$/, () => 'यह अपने से पहले की गतिविधि से नहीं जुड़ती'],
  [/^its content is not what was hashed$/, () => 'इसमें अब वह नहीं लिखा जिसका हैश बना था'],
  [/^it was recorded before the event before it$/, () => 'इसका दर्ज होने का समय पिछली गतिविधि से पहले का है'],
  [/^(\w+) names account (\S+), which was never opened$/, ([, id]) => `इसमें खाता ${id} है, जो कभी खोला नहीं गया`],
  [
    /^(\w+) at (\d+) names a transaction that was never recorded$/,
    ([, position]) => `गतिविधि ${position} में ऐसी एंट्री है जो कभी दर्ज नहीं हुई`,
  ],
  [
    /^(\w+) at (\d+) has version (\d+), which this program is too old to read$/,
    ([, position, version]) => `गतिविधि ${position} नए वर्शन (${version}) की है, जिसे यह पुराना प्रोग्राम नहीं पढ़ सकता`,
  ],
  [
    /^A checkpoint was not signed by this ledger's signer: (.*)$/,
    ([note]) => `एक मुहर इस बही की मुहर लगाने वाली चाबी की नहीं है: ${note}`,
  ],
  [
    /^The checkpoint at (\d+) events was signed for another history$/,
    ([size]) => `${size} गतिविधियों की मुहर किसी और इतिहास पर लगी थी`,
  ],
  [
    /^The log ends at (\d+), but its head says (\d+)$/,
    ([end, head]) => `रिकॉर्ड गतिविधि ${end} पर खत्म होता है, पर उसका सिरा ${head} बताता है`,
  ],
  [
    /^(\d+) events were signed, and the log has only (\d+)$/,
    ([signed, has]) => `मुहर ${signed} गतिविधियों पर लगी थी, रिकॉर्ड में सिर्फ़ ${has} हैं`,
  ],
  [
    /^The balances kept for position (\d+) are not the fold of the log$/,
    ([position]) => `गतिविधि ${position} तक के सेव किए शेष रिकॉर्ड से नहीं मिलते`,
  ],
  [
    /^Balances are kept for position (\d+), and the log does not reach it$/,
    ([position]) => `गतिविधि ${position} तक के शेष सेव हैं, पर रिकॉर्ड वहाँ तक नहीं पहुँचता`,
  ],
  [
    /^The entries come to (\S+), but the head of the log says (\S+)$/,
    ([total, ofHead]) => `एंट्रियों का जोड़ ${total} है, पर रिकॉर्ड का सिरा ${ofHead} बताता है`,
  ],
  [
    /^The entries come to (\S+), more than the ledger takes$/,
    ([total]) => `एंट्रियों का जोड़ ${total} है, जो बही की सीमा से बड़ा है`,
  ],
  [/^The state of (\S+) is not the fold of the log$/, ([id]) => `${id} की सेव की गई स्थिति रिकॉर्ड से नहीं मिलती`],
  [/^The bill (\S+) is missing$/, ([id]) => `बिल ${id} गायब है`],
  [
    /^The bill (\S+) was erased, and its bytes are still there$/,
    ([id]) => `बिल ${id} मिटाया गया था, पर उसकी फ़ाइल अब भी है`,
  ],
  [
    /^The bytes of the bill (\S+) are not the ones that were hashed$/,
    ([id]) => `बिल ${id} की फ़ाइल अब वह नहीं जिसका हैश बना था`,
  ],
  [
    /^The read model (\S+) differs from the fold of the log in (\d+) rows$/,
    ([model = '', rows], name) => `सूची “${name(model)}” की ${rows} पंक्तियाँ रिकॉर्ड से नहीं मिलतीं`,
  ],
  [
    /^The read model (\S+) is not one that the log can have made: (.*)$/,
    ([model = '', why], name) => `सूची “${name(model)}” इस रिकॉर्ड से बन ही नहीं सकती: ${why}`,
  ],
]

/** Returns a sentence of the verification in Hindi; undefined for a sentence that is not known here. */
export function problemInHindi(sentence: string, name: ProjectionLabelOf): string | undefined {
  for (const [pattern, hindi] of HINDI_BY_PATTERN) {
    const [whole, ...parts] = pattern.exec(sentence) ?? []
    if (whole !== undefined) return hindi(parts, name)
  }
  return undefined
}
