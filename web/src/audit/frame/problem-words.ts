type Name = (projection: string) => string
type Hindi = (parts: string[], name: Name) => string

/** What a verification finds, as the server writes it down, and how it reads in Hindi. */
const HINDI: readonly (readonly [RegExp, Hindi])[] = [
  [/^position (\d+) is missing$/, ([position]) => `क्रम ${position} की घटना गायब है`],
  [/^it does not follow the event before it$/, () => 'यह अपने से पहले की घटना से नहीं जुड़ती'],
  [/^its content is not what was hashed$/, () => 'इसमें अब वह नहीं लिखा जिसका हैश बना था'],
  [/^it was recorded before the event before it$/, () => 'इसका दर्ज होने का समय पिछली घटना से पहले का है'],
  [/^(\w+) names account (\S+), which was never opened$/, ([, id]) => `इसमें खाता ${id} है, जो कभी खोला नहीं गया`],
  [
    /^(\w+) at (\d+) names a transaction that was never recorded$/,
    ([, position]) => `घटना ${position} में ऐसी प्रविष्टि है जो कभी दर्ज नहीं हुई`,
  ],
  [
    /^A checkpoint was not signed by this ledger's signer: (.*)$/,
    ([note]) => `एक मुहर इस खाते की मुहर लगाने वाली कुंजी की नहीं है: ${note}`,
  ],
  [
    /^The checkpoint at (\d+) events was signed for another history$/,
    ([size]) => `${size} घटनाओं की मुहर किसी और इतिहास पर लगी थी`,
  ],
  [
    /^The log ends at (\d+), but its head says (\d+)$/,
    ([end, head]) => `लेखा घटना ${end} पर खत्म होता है, पर उसका सिरा ${head} बताता है`,
  ],
  [
    /^(\d+) events were signed, and the log has only (\d+)$/,
    ([signed, has]) => `मुहर ${signed} घटनाओं पर लगी थी, लेखे में केवल ${has} हैं`,
  ],
  [
    /^The balances kept for position (\d+) are not the fold of the log$/,
    ([position]) => `घटना ${position} तक के रखे गए शेष लेखे से नहीं मिलते`,
  ],
  [
    /^Balances are kept for position (\d+), and the log does not reach it$/,
    ([position]) => `घटना ${position} तक के शेष रखे हैं, पर लेखा वहाँ तक नहीं पहुँचता`,
  ],
  [/^The state of (\S+) is not the fold of the log$/, ([id]) => `${id} की रखी गई स्थिति लेखे से नहीं मिलती`],
  [
    /^The read model (\S+) differs from the fold of the log in (\d+) rows$/,
    ([model = '', rows], name) => `सूची “${name(model)}” की ${rows} पंक्तियाँ लेखे से नहीं मिलतीं`,
  ],
  [
    /^The read model (\S+) is not one that the log can have made: (.*)$/,
    ([model = '', why], name) => `सूची “${name(model)}” इस लेखे से बन ही नहीं सकती: ${why}`,
  ],
]

/** A sentence of the verification in Hindi; undefined for one that is not known here. */
export function problemInHindi(sentence: string, name: Name): string | undefined {
  for (const [pattern, hindi] of HINDI) {
    const [whole, ...parts] = pattern.exec(sentence) ?? []
    if (whole !== undefined) return hindi(parts, name)
  }
  return undefined
}
