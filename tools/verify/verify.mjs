#!/usr/bin/env node
// Checks an export (NDJSON), a receipt, a sealed balance, a sealed statement (JSON) or the text of the QR code on a
// printed statement offline. It imports nothing of Site Ledger, so that a person who does not trust us can read all of
// it in one sitting. Needs Node 20 or later.
//
//   node verify.mjs <export.ndjson | receipt.json | code.txt>
//     [--key <verifier key>] [--checkpoints <file>] [--bills <folder>]
//
// --key: the key that you noted down earlier. --checkpoints: notes that you saved; the log must agree with each of
// them. --bills: the bills, each in a file named by the hash of its bytes (ledger export <file> --bills <folder>);
// every bill that an entry names must be there, or an event must record its erasure with the author and the reason.
//
// Without --key and --checkpoints the key in the file is used, which shows only that the file is consistent. Exit code
// 0: the file is valid, and with one of the two options a checkpoint covers the whole log. 1: something is wrong, or
// not signed. 2: nothing was checked, because the command or a file could not be read. The name of the company in the
// header, and `signedAt` beside a checkpoint, are not signed and not checked.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inflateRawSync } from 'node:zlib'

function must(holds, sentence) {
  if (!holds) throw Object.assign(new Error(sentence), { isBad: true })
}

const sha256 = (...parts) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest()

// ---- RFC 8785: JSON in one form only. Keys by UTF-16 code units; numbers and strings as JSON.stringify writes them.
function canonical(value) {
  if (typeof value === 'string') must(value.isWellFormed(), 'a text holds half of a surrogate pair')
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(',')}}`
}

// ---- The members of each line, in their order. A line is exactly their canonical text: another program could read a
// duplicate member, or one that is not hashed, differently.
const isText = (value) => typeof value === 'string'
const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value) => isText(value) && /^[0-9a-f-]{36}$/.test(value)

// Exports made before 2026-11-22 do not contain the number of events.
const isFormat = (value) => value === 'site-ledger/export/v1'
const isKey = (value) => value === null || isText(value)
const OLD_HEADER = { format: isFormat, companyId: isId, name: isText, verifierKey: isKey }
const HEADER = { ...OLD_HEADER, events: isCount }
const EVENT = {
  ...{ position: isCount, eventId: isText, type: isText, schemaVersion: isCount, recordedAt: isText, date: isText },
  ...{ actor: isObject, data: isObject, meta: isObject, prevHash: isText, hash: isText },
}
const NOTE = { checkpoint: isText, signedAt: isText }
const RECEIPT = {
  ...{ event: isObject, companyId: isId, leafIndex: isCount, treeSize: isCount, inclusion: Array.isArray },
  ...{ checkpoint: isText, verifierKey: isText },
}

function readJson(bytes, what) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { what, text, value: Object(JSON.parse(text)) }
  } catch {
    return must(false, `${what} is not JSON in UTF-8`)
  }
}

function requireMembers(value, members, what) {
  const names = Object.keys(members)
  const isRight = (name) => Object.hasOwn(value, name) && members[name](value[name])
  const isAll = Object.keys(value).length === names.length && names.every(isRight)
  must(isAll, `${what} does not hold these, each in its form, and nothing else: ${names.join(', ')}`)
}

function requireLine({ what, text, value }, members) {
  requireMembers(value, members, what)
  const own = Object.keys(members).map((name) => `"${name}":${canonical(value[name])}`)
  must(text === `{${own.join(',')}}`, `${what} is not its own canonical text`)
  return value
}

// Each line ends with LF. No byte is skipped: a byte order mark, a CR or an empty line is refused as not JSON.
async function* linesOf(file) {
  let [rest, number] = [Buffer.alloc(0), 0]
  for await (const bytes of createReadStream(file)) {
    rest = Buffer.concat([rest, bytes])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield readJson(rest.subarray(0, end), `line ${++number}`)
      rest = rest.subarray(end + 1)
    }
    must(rest.length < 2 ** 24, `line ${number + 1} is longer than any of an export`)
  }
  must(rest.length === 0, 'the last line is cut off')
}

// ---- The hash of an event: "ledger/v1" and its fields, each as <bytes>:<text>, in this order.
function hashOf(companyId, event) {
  const { position, eventId, type, schemaVersion, recordedAt, date, actor, meta, data, prevHash } = event
  const plain = [companyId, position, eventId, type, schemaVersion, recordedAt, date].map(String)
  const fields = ['ledger/v1', ...plain, canonical(actor), canonical(meta), canonical(data), prevHash]
  return sha256(fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('')).toString('hex')
}

// ---- RFC 6962: the tree over the hashes, stored as the roots of its perfect subtrees.
const leafOf = (eventHash) => sha256(Buffer.of(0), Buffer.from(eventHash, 'hex'))
const nodeOf = (left, right) => sha256(Buffer.of(1), left, right)

// Compares a log with the signed roots, by size. @returns the largest signed size
function compareRoots(roots, hashes) {
  const peaks = []
  for (const [index, hash] of hashes.entries()) {
    let node = leafOf(hash)
    for (let size = index; size % 2 === 1; size = Math.floor(size / 2)) node = nodeOf(peaks.pop(), node)
    peaks.push(node)
    const signed = roots.get(index + 1)
    const isAsSigned = !signed || peaks.reduceRight((right, left) => nodeOf(left, right)).toString('base64') === signed
    must(isAsSigned, `the first ${index + 1} events are not the ones that were signed`)
  }
  return [...roots.keys()].reduce((largest, size) => Math.max(largest, size), 0)
}

// Returns the root of a tree of `size` leaves, from one leaf and the sibling hashes on its path.
function rootAbove(node, index, size, beside) {
  if (size === 1 || beside.length === 0) return size === 1 && beside.length === 0 ? node : undefined
  let left = 1
  while (left * 2 < size) left *= 2
  const [inner, last] = [beside.slice(0, -1), beside.at(-1)]
  const below = index < left ? rootAbove(node, index, left, inner) : rootAbove(node, index - left, size - left, inner)
  return below && (index < left ? nodeOf(below, last) : nodeOf(last, below))
}

// ---- C2SP signed-note and tlog-checkpoint. The given key and the one in the file must be the same.
function signerOf({ companyId, verifierKey }, given) {
  must(given === undefined || given === verifierKey, 'the file does not name the key that you gave')
  if (verifierKey === null) return undefined
  const [, name, id, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(verifierKey) ?? []
  const bytes = Buffer.from(base64 ?? '', 'base64')
  must(bytes[0] === 1, 'the verifier key is not one of Ed25519')
  const expected = sha256(`${name}\n`, bytes).subarray(0, 4)
  must(expected.toString('hex') === id, 'the verifier key does not match its own number')
  must(name === `site-ledger/${companyId}`, 'the key is the one of another log')
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)])
  return { name, id: expected, key: createPublicKey({ key: spki, format: 'der', type: 'spki' }) }
}

function openNote(note, signer) {
  const form = /^((.+)\n([1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n)\n— (\S+) ([A-Za-z0-9+/]{91}=)\n$/
  must(form.test(note), 'a checkpoint is not in the form of one')
  const [, text, origin, size, root, name, base64] = form.exec(note)
  must(name === signer?.name && origin === name, `a checkpoint is of another log: ${origin}`)
  const bytes = Buffer.from(base64, 'base64')
  const isSigned = verifySignature(null, Buffer.from(text), signer.key, bytes.subarray(4))
  must(isSigned && bytes.subarray(0, 4).equals(signer.id), `the checkpoint at ${size} is not signed with this key`)
  return { size: Number(size), root }
}

// Returns the root that the log must have at each signed size.
function rootsOf(notes, signer) {
  const roots = new Map()
  for (const { size, root } of [...new Set(notes)].map((note) => openNote(note, signer))) {
    must((roots.get(size) ?? root) === root, `two histories were signed at ${size} events`)
    roots.set(size, root)
  }
  return roots
}

// Reads notes that were saved from a log, one after the other. Each byte is checked, because a skipped byte could hide
// anything. A note that a crash truncated is followed by an LF, and later by a complete note. The file is read as
// Latin-1, because the truncation can split the bytes of the dash.
function readNotes(file, companyId) {
  const [origin, dash] = [`site-ledger/${companyId}`, Buffer.from('— ').toString('latin1')]
  const base64 = (length) => [...Array(length).fill('[A-Za-z0-9+/]'), '=']
  const size = ['\n', '[1-9]\\d{0,14}', '\n']
  const note = [...origin, ...size, ...base64(43), '\n', '\n', ...dash, ...origin, ' ', ...base64(91)]
  const whole = new RegExp(`${note.join('')}(?:\n|$)`, 'y')
  const begun = new RegExp(`${note.reduceRight((rest, next) => `(?:${next}${rest})?`, '')}\n`, 'y')
  const text = readFileSync(file, 'latin1')
  let [notes, isTorn] = [[], false]
  for (let at = 0; at < text.length; ) {
    whole.lastIndex = begun.lastIndex = at
    const [read] = whole.exec(text) ?? []
    const [passed] = read ? [read] : (begun.exec(text) ?? [])
    must(passed, `behind ${notes.length} checkpoints the file of them holds what is none of ${origin}, or cut off`)
    if (read) notes.push(`${Buffer.from(read, 'latin1').toString().trimEnd()}\n`)
    if (passed !== '\n') isTorn = !read
    at += passed.length
  }
  must(notes.length > 0 && !isTorn, 'the file of checkpoints holds none, or the last one is cut off: copy it once more')
  return notes
}

// ---- An event by itself: it is the event that was hashed, and its postings sum to zero. Bills are identified by the
// SHA-256 of their bytes, and an erasure follows the entry that names the bill.
const [bills, erased] = [new Map(), new Set()]

function checkEvent(companyId, event) {
  const { position, type, data, hash } = event
  must(hash === hashOf(companyId, event), `the event at ${position} is not what was hashed`)
  let sum = 0n
  for (const { side, paise } of data.postings ?? []) {
    must(Number.isSafeInteger(paise) && ['received', 'spent'].includes(side), `a posting of ${position} is none`)
    sum += side === 'received' ? BigInt(paise) : -BigInt(paise)
  }
  must(sum === 0n, `the postings of the event at ${position} do not sum to zero`)
  if (type === 'BillErased') erased.add(data.bill)
  for (const bill of [data.entry, data.before, data.after, data].flatMap((entry) => entry?.bills ?? [])) {
    must(isText(bill.id) && /^[0-9a-f]{64}$/.test(bill.id), `the event at ${position} names a bill by what is no hash`)
    bills.set(`${bill.id}.${bill.type === 'application/pdf' ? 'pdf' : 'jpg'}`, { id: bill.id, position })
  }
}

function checkBills(folder) {
  const there = new Set(readdirSync(folder))
  for (const [file, { id, position }] of bills) {
    const hash = there.has(file) ? sha256(readFileSync(join(folder, file))).toString('hex') : undefined
    must(hash ?? erased.has(id), `the bill ${id} of the event at ${position} is missing`)
    must((hash ?? id) === id, `the bill ${id} of the event at ${position} is not what was hashed`)
  }
  return '; every bill is there as it was hashed, or was erased by an event'
}

// ---- An export: header, events in order, checkpoints.
async function checkExport(file, { key, checkpoints }) {
  const lines = linesOf(file)
  const { value: first } = await lines.next()
  must(first, 'the file is empty')
  const header = requireLine(first, 'events' in first.value ? HEADER : OLD_HEADER)
  const [hashes, notes] = [[], []]
  let before = { hash: '0'.repeat(64), recordedAt: '' }
  for await (const line of lines)
    if ('checkpoint' in line.value) notes.push(requireLine(line, NOTE).checkpoint)
    else {
      must(notes.length === 0, `${line.what} is no checkpoint, and stands behind one`)
      const event = requireLine(line, EVENT)
      const position = hashes.push(event.hash)
      must(event.position === position, `the event at ${position} is missing`)
      must(event.prevHash === before.hash, `the event at ${position} does not follow the one before it`)
      must(event.recordedAt >= before.recordedAt, `the event at ${position} was recorded before the last one`)
      checkEvent(header.companyId, event)
      before = event
    }
  const savedNotes = checkpoints ? readNotes(checkpoints, header.companyId) : []
  const roots = rootsOf([...notes, ...savedNotes], signerOf(header, key))
  const [size, covered] = [hashes.length, compareRoots(roots, hashes)]
  must(covered <= size, `${covered} events were signed, and there are only ${size}: the end was cut off`)
  must((header.events ?? size) === size, `the file was to hold ${header.events} events, and is cut off at ${size}`)
  const found = `${size} events, each as it was hashed, in order, money summing to zero; the first ${covered} are signed`
  const isCovered = covered === size && size > 0
  must(isCovered || !(key || checkpoints), `of ${size} events only the first ${covered} are signed: more may be forged`)
  return found
}

// ---- A receipt: one event, the path to the root, the signed root. Its text is as the API sends it, or as the receipt
// page saves it.
function checkReceipt(file, { key, checkpoints }) {
  const { text, value } = readJson(decodeProofCode(readFileSync(file)), 'the receipt')
  if ('leaf' in value) return checkSealedBalance(value, { key, checkpoints })
  if ('proof' in value && 'rows' in value) return checkStatement(value, { key, checkpoints })
  requireMembers(value, RECEIPT, 'the receipt')
  const { event, companyId, leafIndex, treeSize, inclusion, checkpoint } = value
  requireMembers(event, EVENT, 'its event')
  const texts = [undefined, 2].map((indent) => JSON.stringify(value, null, indent))
  must(canonical(value) && texts.includes(text), 'the receipt is not its own canonical text')
  must(leafIndex === event.position - 1, 'the proof is of another entry')
  checkEvent(companyId, event)
  const signer = signerOf(value, key)
  const { size, root } = openNote(checkpoint, signer)
  must(size === treeSize, 'the proof is for another size of the log')
  const proof = inclusion.map((node) => Buffer.from(node, 'base64'))
  const areHashes = proof.every((node, at) => node.length === 32 && node.toString('base64') === inclusion[at])
  const found = areHashes && leafIndex < size && rootAbove(leafOf(event.hash), leafIndex, size, proof)
  must(found && found.toString('base64') === root, 'the entry is not in the log that was signed')
  if (checkpoints) rootsOf([checkpoint, ...readNotes(checkpoints, companyId)], signer)
  return `the entry at position ${event.position} is in the log of ${size} events that was signed`
}

// ---- The QR code on a printed statement: a sealed balance, deflated, in base 45 (RFC 9285). Other files stay as they
// are.
const PROOF_CODE_PREFIX = 'SITE-LEDGER:'
const BASE45_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

// A code is known by its text, because it is saved under any name.
async function isProofCode(file) {
  const [start] = await createReadStream(file, { end: PROOF_CODE_PREFIX.length - 1 }).toArray()
  return String(start) === PROOF_CODE_PREFIX
}

function decodeProofCode(file) {
  const code = file.toString('latin1').replace(/[\r\n]+$/, '')
  if (!code.startsWith(PROOF_CODE_PREFIX)) return file
  const digits = [...code.slice(PROOF_CODE_PREFIX.length)].map((digit) => BASE45_DIGITS.indexOf(digit))
  const bytes = []
  for (let at = 0; at < digits.length; at += 3) {
    const [low, middle, high] = digits.slice(at, at + 3)
    const value = low + 45 * (middle ?? Number.NaN) + 2025 * (high ?? 0)
    const isRight = Math.min(low, middle ?? 0, high ?? 0) >= 0 && value < (high === undefined ? 256 : 65_536)
    must(isRight, 'the code is not whole, or was not scanned right')
    bytes.push(...(high === undefined ? [value] : [value >> 8, value % 256]))
  }
  const inflated = inflateWhole(Buffer.from(bytes))
  must(inflated !== undefined, 'the code is not whole, or was not scanned right')
  return inflated
}

// zlib leaves bytes behind the end of a stream unread.
function inflateWhole(bytes) {
  try {
    const { buffer, engine } = inflateRawSync(bytes, { maxOutputLength: 1_000_000, info: true })
    return engine.bytesWritten === bytes.length ? buffer : undefined
  } catch {
    return undefined
  }
}

// ---- A sealed balance: the leaf of an account, the path to the root in the event of the seal, and the receipt of that
// event. A sealed statement also holds the account's entries, and the hash of each.
const isList = Array.isArray
const INCLUSION = { leafIndex: isCount, treeSize: isCount, hashes: isList }
const SEALED = {
  ...{ companyId: isId, verifierKey: isText, leaf: isObject, path: isObject, event: isObject, proof: isObject },
  checkpoint: isText,
}
const STATEMENT = { ...SEALED, entries: isList, entryHashes: isList }
const isPaise = Number.isSafeInteger
const isDay = (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value)
const LEAF = {
  ...{
    version: (value) => value === 1,
    account: isText,
    name: isText,
    from: (value) => value === null || isDay(value),
  },
  ...{ upTo: isDay, opening: isPaise, received: isPaise, spent: isPaise, closing: isPaise, entries: isCount },
  digest: (value) => isText(value) && /^[0-9a-f]{64}$/.test(value),
}
const ENTRY = {
  ...{ transaction: isId, date: isText, side: (value) => ['received', 'spent'].includes(value), paise: isPaise },
  ...{ party: isText, purpose: isText, paymentMode: isText, narration: isText, reference: isKey },
}
const sealLeafOf = (value) => sha256(Buffer.of(0), canonical(value))

function rootOfProof(leaf, { leafIndex, treeSize, hashes }) {
  const nodes = hashes.map((node) => Buffer.from(node, 'base64'))
  const areHashes = nodes.every((node, at) => node.length === 32 && node.toString('base64') === hashes[at])
  return areHashes && leafIndex < treeSize ? rootAbove(leaf, leafIndex, treeSize, nodes) : undefined
}

function checkSealedBalance(value, { key, checkpoints }) {
  requireMembers(value, 'entries' in value ? STATEMENT : SEALED, 'the sealed balance')
  const { companyId, leaf, path, event, proof, checkpoint } = value
  requireMembers(leaf, LEAF, 'its leaf')
  for (const inclusion of [path, proof]) requireMembers(inclusion, INCLUSION, 'a path')
  requireMembers(event, EVENT, 'its event')
  checkEvent(companyId, event)
  const { type, data } = event
  must(type === 'BooksSealed' && data.upTo === leaf.upTo, 'the event is not the seal of that day')
  must(path.treeSize === data.accounts, 'the path is for another number of accounts')
  must(rootOfProof(sealLeafOf(leaf), path)?.toString('hex') === data.root, 'the balance is not the one that was sealed')
  must(leaf.opening + leaf.received - leaf.spent === leaf.closing, 'the balance does not add up')
  must(proof.leafIndex === event.position - 1, 'the proof is of another event')
  const { size, root } = openNote(checkpoint, signerOf(value, key))
  must(size === proof.treeSize, 'the proof is for another size of the log')
  const found = rootOfProof(leafOf(event.hash), proof)
  must(found?.toString('base64') === root, 'the seal is not in the log that was signed')
  if (checkpoints) rootsOf([checkpoint, ...readNotes(checkpoints, companyId)], signerOf(value, key))
  const rows = 'entries' in value ? `, ${checkEntries(value)}` : ''
  const days = `from ${leaf.from ?? 'the first entry'} to ${leaf.upTo}`
  const count = leaf.entries === 1 ? '1 entry' : `${leaf.entries} entries`
  return `${leaf.name}, ${days}: opening ${rupees(leaf.opening)}, ${count}${rows}, closing ${rupees(leaf.closing)}`
}

// Compares each entry with its own hash, so that a wrong one is named, and all hashes with the sealed root.
function checkEntries({ leaf, entries, entryHashes }) {
  const peaks = []
  for (const [index, base64] of entryHashes.entries()) {
    let node = Buffer.from(String(base64), 'base64')
    for (let size = index; size % 2 === 1; size = Math.floor(size / 2)) node = nodeOf(peaks.pop(), node)
    peaks.push(node)
  }
  const root = peaks.length === 0 ? sha256() : peaks.reduceRight((right, left) => nodeOf(left, right))
  const isAsSealed = root.toString('hex') === leaf.digest && entryHashes.length === leaf.entries
  must(isAsSealed, 'the hashes of the entries are not the ones that were sealed')
  const sums = { received: 0, spent: 0 }
  for (let at = 0; at < Math.max(entries.length, entryHashes.length); at++) {
    const [entry, what] = [entries[at], `entry ${at + 1}`]
    must(entry !== undefined, `${what} is missing: the statement was sealed with ${entryHashes.length}`)
    requireMembers(Object(entry), ENTRY, what)
    const isSealed = sealLeafOf(entry).toString('base64') === entryHashes[at]
    const say = `${entry.date.slice(0, 10)}, ${rupees(entry.paise)}, ${entry.party}`
    must(isSealed, `${what} was changed, added or moved, or one before it was left out: ${say}`)
    sums[entry.side] += entry.paise
  }
  const isSum = sums.received === leaf.received && sums.spent === leaf.spent
  must(isSum, 'the entries do not add up to the sealed balance')
  return 'none missing, none added'
}

// ---- A sealed statement: the figures and rows that a person reads, and the proof of the balance with its entries.
function checkStatement(statement, options) {
  const { rows, proof } = statement
  must(isObject(proof) && isList(rows), 'the statement has no rows or no proof')
  const found = checkSealedBalance(proof, options)
  const { leaf, entries } = proof
  must(isList(entries), 'the proof has no entries')
  const { from, to, opening, closing, totals } = statement
  const [said, sealed] = [
    [from, to, opening, closing, totals?.in, totals?.out],
    [leaf.from, leaf.upTo, ...[leaf.opening, leaf.closing, leaf.received, leaf.spent].map(decimal)],
  ]
  must(canonical(said) === canonical(sealed), 'the figures of the statement are not the ones that were sealed')
  const seal = { upTo: leaf.upTo, root: proof.event.data.root }
  must(canonical(statement.sealed) === canonical(seal), 'the seal that the statement names is another one')
  checkSums(totals, leaf, entries)
  const left = new Map(entries.map((entry, at) => [entry.transaction, { ...entry, at }]))
  let [balance, last] = [leaf.opening, -1]
  for (const [at, row] of rows.entries()) {
    const { transactionId, date, party, purpose, narration, mode, reference, in: received, out } = Object(row)
    const transaction = String(transactionId).replace(/-in$/, '')
    const entry = left.get(transaction)
    const what = `row ${at + 1} (${String(date).slice(0, 10)}, ${String(party)})`
    must(left.delete(transaction), `${what} was added, or stands there twice`)
    const side = entry.side === 'received' ? [decimal(entry.paise), '0.00'] : ['0.00', decimal(entry.paise)]
    const own = [entry.date, entry.party, entry.purpose, entry.narration, entry.paymentMode, entry.reference, ...side]
    const isSame = canonical([date, party, purpose, narration, mode, reference, received, out]) === canonical(own)
    must(isSame, `${what} was changed`)
    balance += entry.side === 'received' ? entry.paise : -entry.paise
    must(entry.at > last && row.balance === decimal(balance), `${what} was moved, or its balance was changed`)
    last = entry.at
  }
  const [missing] = left.values()
  must(!missing, `a row is missing: ${missing?.date.slice(0, 10)}, ${missing?.party}`)
  return `${found}; voucher numbers, sites and the names of accounts and of purposes in the sums are not in the seal`
}

// The sums by payment mode are those of the sealed entries; the sums by purpose, which a change of the list of purposes
// groups in another way, add up to the same.
function checkSums({ entries: count, byMode, byPurpose }, leaf, entries) {
  const sumOf = (some) => {
    const sums = { received: 0, spent: 0 }
    for (const { side, paise } of some) sums[side] += paise
    return { in: decimal(sums.received), out: decimal(sums.spent), entries: some.length }
  }
  const paiseOf = (text) => Number(String(text).replace('.', ''))
  const modes = [...new Set(entries.map(({ paymentMode }) => paymentMode))].sort()
  const found = modes.map((mode) => ({ mode, ...sumOf(entries.filter(({ paymentMode }) => paymentMode === mode)) }))
  const areModes =
    isList(byMode) && canonical(byMode.toSorted((a, b) => (a.mode < b.mode ? -1 : 1))) === canonical(found)
  must(count === leaf.entries && areModes, 'the sums by payment mode are not those of the entries')
  const sums = { in: 0, out: 0, entries: 0 }
  for (const sum of isList(byPurpose) ? byPurpose : []) {
    sums.in += paiseOf(sum.in)
    sums.out += paiseOf(sum.out)
    sums.entries += sum.entries
  }
  const areSums = canonical(sums) === canonical({ in: leaf.received, out: leaf.spent, entries: leaf.entries })
  must(areSums, 'the sums by purpose do not add up to those of the entries')
}

const decimal = (paise) => {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// Indian grouping: 188255.00 is written 1,88,255.00.
function rupees(paise) {
  const [, whole, last] = /^(\d+)(\d\d)$/.exec(String(Math.abs(paise)).padStart(3, '0'))
  const grouped = whole.replace(/\B(?=(\d\d)+\d{3}$)|\B(?=\d{3}$)/g, ',')
  return `${paise < 0 ? '-' : ''}₹${grouped}.${last}`
}

// ---- The command. A misspelt, empty or repeated option is refused, because less would be checked than the user
// requested.
function readCommand() {
  const given = { type: 'string', multiple: true }
  const options = { key: given, checkpoints: given, bills: given }
  const { values, positionals: file } = parseArgs({ options, allowPositionals: true })
  const all = Object.entries({ ...values, file })
  const wrong = all.find(([, [value, another]]) => !value?.trim() || another !== undefined)
  if (wrong) throw new Error(`say the ${wrong[0]} once, and not twice`)
  return Object.fromEntries(all.map(([name, [value]]) => [name, value]))
}

async function check() {
  const { file, bills: folder, ...given } = readCommand()
  const isOneText = file.endsWith('.json') || (await isProofCode(file))
  const found = isOneText ? checkReceipt(file, given) : checkExport(file, given)
  const said =
    given.key || given.checkpoints ? 'All is well' : 'The file agrees with itself; --key tells if it is genuine'
  return `${said}: ${await found}${folder === undefined ? '' : checkBills(folder)}`
}

const [exitCode, sentence] = await check().then(
  (found) => [0, found],
  ({ isBad, message }) => (isBad ? [1, `NOT as it should be: ${message}`] : [2, `NOT checked: ${message}`]),
)
process.exitCode = exitCode
// A text from the file must not move the terminal's cursor, because it could overwrite the result.
process.stdout.write(
  `${sentence.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u${sign.codePointAt(0).toString(16)}`)}.\n`,
)
