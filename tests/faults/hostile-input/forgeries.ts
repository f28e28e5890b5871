import type { Random } from '@ledger/launch/demo/seeded-random.ts'
import { canonicalJson } from '@ledger/ledger-service/event-store/integrity/canonical-json.ts'
import { eventHash } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import {
  formatVerifierKey,
  logOrigin,
  type SigningKey,
  signCheckpoint,
  splitNotes,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { AppendOnlyMerkleTree } from '@ledger/ledger-service/proof/merkle/merkle-tree.ts'

/** The genuine files of a ledger, as the product wrote them, and the key of the auditor who verifies them. */
export interface GenuineFiles {
  companyId: string
  /** An export whose last event is signed, or a receipt. */
  text: string
  isReceipt: boolean
  verifierKey: string
  /** The signer's file, whose last note covers the whole log. */
  keptCheckpoints: string
}

/** A run of the verifier. In `options` KEPT stands for the path of the stored notes. */
export interface VerifierRun {
  text: string | Buffer
  keptCheckpoints: string | Buffer
  options: string[]
}

export const KEPT_FILE_PLACEHOLDER = 'KEPT'

export interface ForgerTools {
  random: Random
  /** The files of another ledger. */
  other: GenuineFiles
  otherKey: SigningKey
  /** The genuine signer's key, for forgeries that only the signer can make: signing two histories. */
  ownKey: SigningKey
}

/** Returns the changes to a run with `--key`; undefined where this kind of forgery is impossible. */
type Forgery = (genuine: GenuineFiles, forger: ForgerTools) => Partial<VerifierRun> | undefined

interface ExportLine {
  position: number
  [member: string]: unknown
}

const lines = (text: string) => text.trimEnd().split('\n')
const joined = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const isEvent = (line: string) => line.startsWith('{"position":')
const isNote = (line: string) => line.startsWith('{"checkpoint":')
const sizeOf = (line: string) => Number(JSON.parse(line).checkpoint.split('\n')[1])
const keyed = ({ verifierKey: key }: GenuineFiles) => ['--key', key]
const withKept = ['--checkpoints', KEPT_FILE_PLACEHOLDER]

/** Returns the text with the first match in a random event changed; undefined without a match. */
function inEvent(text: string, { random }: ForgerTools, pattern: RegExp, change: string): string | undefined {
  const fitting = lines(text).flatMap((line, at) => (isEvent(line) && pattern.test(line) ? [at] : []))
  if (fitting.length === 0) return undefined
  const chosen = random.pick(fitting)
  return joined(lines(text).map((line, at) => (at === chosen ? line.replace(pattern, change) : line)))
}

const changed =
  (pattern: RegExp, change: string): Forgery =>
  (genuine, forger) => {
    if (!genuine.isReceipt) return asText(inEvent(genuine.text, forger, pattern, change))
    return pattern.test(genuine.text) ? { text: genuine.text.replace(pattern, change) } : undefined
  }
const asText = (text: string | undefined) => (text === undefined ? undefined : { text })
const whole =
  (change: (text: string, forger: ForgerTools) => string | Buffer): Forgery =>
  ({ text }, forger) => ({ text: change(text, forger) })
/**
 * Changes a line of an export. Leaves a receipt alone: it holds one event, whose members mean the same in any order.
 */
const changedLine =
  (pattern: RegExp, change: string): Forgery =>
  (genuine, forger) =>
    genuine.isReceipt ? undefined : asText(inEvent(genuine.text, forger, pattern, change))
/** Changes the lines of an export. */
const ofLines =
  (change: (all: string[], forger: ForgerTools, genuine: GenuineFiles) => string[] | undefined): Forgery =>
  (genuine, forger) => {
    const all = genuine.isReceipt ? undefined : change(lines(genuine.text), forger, genuine)
    return all === undefined ? undefined : { text: joined(all) }
  }
/** Changes the members of a receipt. */
const ofReceipt =
  (
    change: (receipt: Record<string, unknown> & { inclusion: string[] }, forger: ForgerTools) => object | undefined,
  ): Forgery =>
  ({ text, isReceipt }, forger) => {
    const made = isReceipt ? change(JSON.parse(text), forger) : undefined
    return made && { text: JSON.stringify(made) }
  }
const ofKept =
  (change: (kept: string, forger: ForgerTools, genuine: GenuineFiles) => string | Buffer): Forgery =>
  (genuine, forger) => ({
    keptCheckpoints: change(genuine.keptCheckpoints, forger, genuine),
    options: forger.random.chance(0.5) ? withKept : [...keyed(genuine), ...withKept],
  })
const ofOptions =
  (change: (genuine: GenuineFiles, forger: ForgerTools) => string[]): Forgery =>
  (genuine, forger) => ({ options: change(genuine, forger) })

/** Recomputes the hashes of a log from an event on, as its owner could. */
function rechained(all: string[], companyId: string, from: number, until = Number.POSITIVE_INFINITY): string[] {
  let before: string | undefined
  return all.map((line) => {
    if (!isEvent(line)) return line
    const event: ExportLine = JSON.parse(line)
    const prevHash = before !== undefined && event.position > from ? before : String(event.prevHash)
    const json = { actor: canonicalJson(event.actor), data: canonicalJson(event.data), meta: canonicalJson(event.meta) }
    // The only parse of a line that the product wrote.
    const sealed = { ...event, ...json, companyId, prevHash: Buffer.from(prevHash, 'hex') } as Parameters<
      typeof eventHash
    >[0]
    const isRight = event.position < from || event.position > until
    const hash = isRight ? String(event.hash) : eventHash(sealed).toString('hex')
    before = hash
    return JSON.stringify({ ...event, prevHash: isRight ? event.prevHash : prevHash, hash })
  })
}

/** Returns the log with a changed amount and all hashes recomputed. */
function rewritten({ text, companyId }: GenuineFiles, forger: ForgerTools): string[] | undefined {
  const pattern = /"rows":\d+|"paise":\d+|"firstName":"|"narration":"/
  const forged = inEvent(text, forger, pattern, '$&1')
  return forged === undefined ? undefined : rechained(lines(forged), companyId, 1)
}

function signedBy(all: string[], companyId: string, key: SigningKey): string[] {
  const tree = new AppendOnlyMerkleTree()
  const events = all.filter(isEvent)
  for (const line of events) tree.append(Buffer.from(JSON.parse(line).hash, 'hex'))
  const note = signCheckpoint({ origin: logOrigin(companyId), size: events.length, root: tree.root() }, key)
  return [...all.filter((line) => !isNote(line)), JSON.stringify({ checkpoint: note, signedAt: '2026-04-01' })]
}

function withHeader(all: string[], change: object): string[] {
  return [JSON.stringify({ ...JSON.parse(all[0] ?? ''), ...change }), ...all.slice(1)]
}

/** Returns the first `size` events with a matching header and the notes that cover no more than them. */
function cutTo(all: string[], size: number): string[] {
  const events = all.filter(isEvent).slice(0, size)
  const notes = all.filter((line) => isNote(line) && sizeOf(line) <= size)
  return withHeader([all[0] ?? '', ...events, ...notes], { events: size })
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

/** By name, the ways to make the verifier call a false or empty file genuine. */
export const FORGERIES: Record<string, Forgery> = {
  'notes are stripped': ofLines((all) => all.filter((line) => !isNote(line))),
  'the note of the end is stripped': ofLines((all) => all.slice(0, -1)),
  'log, header and notes are cut, between two checkpoints': ofLines((all, { random }) => {
    const signed = new Set(all.filter(isNote).map(sizeOf))
    const sizes = all.filter(isEvent).flatMap((_, size) => (signed.has(size) ? [] : [size]))
    return cutTo(all, random.pick(sizes))
  }),
  'log, header and notes are cut, at a checkpoint, and there are notes that were kept': (genuine) => {
    const all = lines(genuine.text)
    const [first] = all.filter(isNote).map(sizeOf)
    const isCut = !genuine.isReceipt && first !== undefined && first < all.filter(isEvent).length
    return isCut ? { text: joined(cutTo(all, first)), options: withKept } : undefined
  },
  'there is a header and nothing else': ofLines((all) => withHeader([all[0] ?? ''], { events: 0 })),
  'an amount is changed': changed(/"paise":\d/, '$&9'),
  'an event is sealed anew': ofLines((all, forger, { companyId }) => {
    const forged = inEvent(joined(all), forger, /"paise":\d/, '$&9')
    const at = forged === undefined ? -1 : lines(forged).findIndex((line, index) => line !== all[index])
    return forged === undefined ? undefined : rechained(lines(forged), companyId, at, at)
  }),
  'the chain is made anew': ofLines((_all, forger, genuine) => rewritten(genuine, forger)),
  'the chain is made anew and signed with another key': ofLines((_all, forger, genuine) => {
    const all = rewritten(genuine, forger)
    return all ? signedBy(all, genuine.companyId, forger.otherKey) : undefined
  }),
  'the same, and the file names the other key': ofLines((_all, forger, genuine) => {
    const all = rewritten(genuine, forger)
    const key = formatVerifierKey(logOrigin(genuine.companyId), forger.otherKey.publicKey)
    return all && withHeader(signedBy(all, genuine.companyId, forger.otherKey), { verifierKey: key })
  }),
  'the same, beside notes that were kept': (genuine, forger) => {
    const all = genuine.isReceipt ? undefined : rewritten(genuine, forger)
    const key = formatVerifierKey(logOrigin(genuine.companyId), forger.otherKey.publicKey)
    const text = all && joined(withHeader(signedBy(all, genuine.companyId, forger.otherKey), { verifierKey: key }))
    return text === undefined ? undefined : { text, options: withKept }
  },
  'an event is missing': ofLines((all, { random }) => {
    const gone = random.whole(1, all.filter(isEvent).length)
    return all.filter((_, at) => at !== gone)
  }),
  'an event is doubled': ofLines((all) => all.flatMap((line, at) => (at === 2 ? [line, line] : [line]))),
  'two events are swapped': ofLines((all) => [all[0] ?? '', all[2] ?? '', all[1] ?? '', ...all.slice(3)]),
  'an event stands behind the notes': ofLines((all) => [...all, all[1] ?? '']),
  'a line holds more': changed(/"position":/, '"remark":"paid back","position":'),
  'a name stands there twice': changed(/"type":/, '"type":"CreditRecorded","type":'),
  'a name stands there twice in what was hashed': changed(/"paise":/, '"paise":9,"paise":'),
  'a member is missing': changed(/"schemaVersion":\d+,\s*/, ''),
  'members stand in another order': changedLine(/"position":(\d+),"eventId":("[^"]+")/, '"eventId":$2,"position":$1'),
  'a space stands where none did': changed(/"eventId":/, '"eventId" :'),
  'a number is written in another way': changed(/"position":\s*(\d+)/, '"position":$1.0'),
  'a number is written as a text': changed(/"schemaVersion":\s*(\d+)/, '"schemaVersion":"$1"'),
  'a position is a text': changed(/"position":\s*(\d+)/, '"position":"$1"'),
  'a number is too large': changed(/"position":\s*(\d+)/, '"position":1e999'),
  'a number is beyond 2^53': changed(/"paise":\s*(\d+)/, '"paise":9007199254740993'),
  'a letter is escaped': changed(/"ReportExported"|"DebitRecorded"|"AccountOpened"/, '"\\u0041ccountOpened"'),
  'half of a surrogate pair is in it': changed(/"type":"/, '$&\\ud800'),
  'a byte is no UTF-8': whole((text) => {
    const bytes = Buffer.from(text)
    bytes[bytes.indexOf('"type":') + 9] = 0xff
    return bytes
  }),
  'the lines end in CR and LF': whole((text) => text.replaceAll('\n', '\r\n').replace(/$/, '\r\n')),
  'a byte order mark stands before it': whole((text) => `\ufeff${text}`),
  'it is UTF-16': whole(utf16),
  'a NUL stands behind it': whole((text) => `${text}\0`),
  'more stands behind it': whole((text) => `${text}{}\n`),
  'it is empty': whole(() => ''),
  'it is cut anywhere': whole((text, { random }) => text.slice(0, random.whole(1, text.length - 2))),
  'a line is empty': ofLines((all) => [...all.slice(0, 2), '', ...all.slice(2)]),
  'the last line has no end': ({ text, isReceipt }) => (isReceipt ? undefined : { text: text.slice(0, -1) }),
  'there are two headers': ofLines((all) => [all[0] ?? '', ...all]),
  'the header holds more': ofLines((all) => [(all[0] ?? '').replace('{', '{"of":"another",'), ...all.slice(1)]),
  'the header names no key': ofLines((all) => withHeader(all, { verifierKey: null })),
  'the header names another key': ofLines((all, { other }) => withHeader(all, { verifierKey: other.verifierKey })),
  'the header is of another ledger': ofLines((all, { other }) => withHeader(all, { companyId: other.companyId })),
  'the header counts another number of events': ofLines((all) => withHeader(all, { events: all.length * 2 })),
  'a note of another ledger is among them': ofLines((all, { other }) => [...all, lines(other.text).at(-1) ?? '']),
  'only one of several notes is signed': ofLines((all, { random }) => {
    const at = random.whole(0, 60)
    const spoilt = (all.at(-1) ?? '').replace(
      /(— \S+ .{20})(.)/,
      (_all, head, one) => `${head}${one === 'A' ? 'B' : 'A'}`,
    )
    return at % 2 === 0 ? [...all, spoilt] : [...all.slice(0, -1), spoilt, all.at(-1) ?? '']
  }),
  'a note says another size': ofLines((all) => [
    ...all.slice(0, -1),
    (all.at(-1) ?? '').replace(/\\n(\d+)\\n/, (_all, size) => `\\n${Number(size) + 1}\\n`),
  ]),
  'a note is signed under another name': ofLines((all, { other }) => [
    ...all.slice(0, -1),
    (all.at(-1) ?? '').replace(/— \S+/, `— ${logOrigin(other.companyId)}`),
  ]),
  'a note is in a list': ofLines((all) => {
    const { checkpoint, signedAt } = JSON.parse(all.at(-1) ?? '')
    return [...all.slice(0, -1), JSON.stringify({ checkpoint: [checkpoint], signedAt })]
  }),
  'two histories are signed': (genuine, { ownKey }) => {
    const size = Number(splitNotes(genuine.keptCheckpoints).at(-1)?.split('\n')[1])
    const note = signCheckpoint({ origin: logOrigin(genuine.companyId), size, root: Buffer.alloc(32, 7) }, ownKey)
    return { keptCheckpoints: `${genuine.keptCheckpoints}\n${note}`, options: [...keyed(genuine), ...withKept] }
  },
  'the way to the root is empty': ofReceipt((receipt) => ({ ...receipt, inclusion: [] })),
  'the way to the root is longer': ofReceipt((receipt) => ({
    ...receipt,
    inclusion: [...receipt.inclusion, Buffer.alloc(32, 1).toString('base64')],
  })),
  'the way to the root is another': ofReceipt((receipt, { random }) => {
    const at = random.whole(0, receipt.inclusion.length - 1)
    const node = Buffer.alloc(32, 1).toString('base64')
    return { ...receipt, inclusion: receipt.inclusion.map((one, index) => (index === at ? node : one)) }
  }),
  'the way to the root is in another form': ofReceipt((receipt) => ({
    ...receipt,
    inclusion: receipt.inclusion.map((node) => node.replace('=', '')),
  })),
  'the receipt is of a log of no size': ofReceipt((receipt) => ({ ...receipt, treeSize: 0, inclusion: [] })),
  'the receipt is of another size': ofReceipt((receipt) => ({ ...receipt, treeSize: Number(receipt.treeSize) + 1 })),
  'the receipt is of another place': ofReceipt((receipt) => ({ ...receipt, leafIndex: Number(receipt.leafIndex) + 1 })),
  'the receipt has a note of another ledger': ofReceipt((receipt, { other }) => ({
    ...receipt,
    checkpoint: splitNotes(other.keptCheckpoints).at(-1),
  })),
  'the receipt is of another ledger': ofReceipt((receipt, { other }) => ({ ...receipt, companyId: other.companyId })),
  'the receipt names another key': ofReceipt((receipt, { other }) => ({ ...receipt, verifierKey: other.verifierKey })),
  'the receipt names no key': ofReceipt(({ verifierKey: _, ...receipt }) => receipt),
  'the receipt holds more': ofReceipt((receipt) => ({ ...receipt, paid: true })),
  'the kept notes end in CR and LF': ofKept((kept) => kept.replaceAll('\n', '\r\n')),
  'the kept notes are UTF-16': ofKept(utf16),
  'the kept notes are none': ofKept((_kept, { random }) => '\n'.repeat(random.whole(0, 3))),
  'the kept notes have another dash': ofKept((kept) => kept.replaceAll('—', '-')),
  'one of the kept notes has another dash': ofKept((kept) => kept.replace('—', '–')),
  'the kept notes begin with a byte order mark': ofKept((kept) => `\ufeff${kept}`),
  'the kept notes are cut': ofKept((kept, { random }) => kept.slice(0, -random.whole(2, 200))),
  'the kept notes are of another ledger': ofKept((_kept, { other }) => other.keptCheckpoints),
  'a note of another ledger is among the kept': ofKept((kept, { other }) => `${other.keptCheckpoints}\n${kept}`),
  'a kept note says another size': ofKept((kept) => kept.replace(/\n(\d+)\n/, '\n1$1\n')),
  'a kept note has a space behind it': ofKept((kept) => kept.replace('=\n', '= \n')),
  'a kept note has a root of another form': ofKept((kept) => kept.replace(/\n.{43}=\n\n/, '\nAAAA\n\n')),
  'more stands behind the kept notes': ofKept((kept) => `${kept}and so on\n`),
  'an option is misspelt': ofOptions((genuine, { random }) => [
    random.pick(['--keys', '-key', '--Key', '--ke', '-k', '--no-key', '--checkpoint', '--help', '--verbose']),
    genuine.verifierKey,
  ]),
  'an option is misspelt with its value in one': ofOptions(({ verifierKey: key }) => [`--keys=${key}`]),
  'an option has no value': ofOptions((_genuine, { random }) =>
    random.pick([
      ['--key'],
      ['--key', ''],
      ['--key='],
      ['--key', '--checkpoints', KEPT_FILE_PLACEHOLDER],
      ['--checkpoints'],
      ['--bills'],
    ]),
  ),
  'an option stands there twice': ofOptions((genuine) => [...keyed(genuine), ...keyed(genuine)]),
  'there is a second file': ofOptions((genuine) => [...keyed(genuine), 'another.ndjson']),
  'options stand behind two dashes': ofOptions((genuine) => ['--', ...keyed(genuine)]),
  'a file is not there': ofOptions((genuine) => [...keyed(genuine), '--checkpoints', '/nowhere/notes.txt']),
  'the folder of bills is not there': ofOptions((genuine) => [...keyed(genuine), '--bills', '/nowhere']),
  'the key is of another ledger': ofOptions(({ companyId }, { other, otherKey, random }) => [
    '--key',
    random.pick([other.verifierKey, formatVerifierKey(logOrigin(companyId), otherKey.publicKey)]),
  ]),
  'the key is in another form': ofOptions(({ verifierKey: key }, { random }) => [
    '--key',
    random.pick([key.slice(0, -1), `${key}=`, key.split('+').at(-1) ?? '', key.replace('+', ' '), key.toUpperCase()]),
  ]),
}

/** The ways to verify a genuine file, all of which succeed. */
export const GENUINE_RUNS: Record<string, (genuine: GenuineFiles, forger: ForgerTools) => Partial<VerifierRun>> = {
  'with the key': (genuine) => ({ options: keyed(genuine) }),
  'with the key in one word': ({ verifierKey: key }) => ({ options: [`--key=${key}`] }),
  'with kept notes': () => ({ options: withKept }),
  'with both': (genuine) => ({ options: [...withKept, ...keyed(genuine)] }),
  'with kept notes as the audit screen saves them': ({ keptCheckpoints }) => ({
    keptCheckpoints: splitNotes(keptCheckpoints).join('\n'),
    options: withKept,
  }),
  'with the newest note alone': ({ keptCheckpoints }) => ({
    keptCheckpoints: splitNotes(keptCheckpoints).at(-1) ?? '',
    options: withKept,
  }),
  'with kept notes of which one was torn off': (genuine, { random }) => {
    const [first = ''] = splitNotes(genuine.keptCheckpoints)
    const torn = Buffer.from(`\n${first}`).subarray(0, random.whole(1, Buffer.byteLength(first)))
    return {
      keptCheckpoints: Buffer.concat([torn, Buffer.from(genuine.keptCheckpoints)]),
      options: [...keyed(genuine), ...withKept],
    }
  },
}
