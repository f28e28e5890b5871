#!/usr/bin/env node
// Checks an export (NDJSON) or a receipt (JSON) of Site Ledger offline. Imports nothing of Site Ledger: it is to be read,
// in one sitting, by whoever does not want to trust us. Needs Node 20 or later.
//
//   node verify.mjs <export.ndjson | receipt.json> [--key <verifier key>] [--checkpoints <file>] [--bills <folder>]
//
// --key          the key that you noted down earlier: without it the one in the file is used, which proves only that the
//                file agrees with itself
// --checkpoints  notes that you kept: the log must contain what each of them says
// --bills        the bills, each in a file named by the hash of its bytes (ledger export <file> --bills <folder>): every bill
//                that an entry names must be there, or an event must say who erased it and why
//
// Exit code 0 only if all is well. What cannot be found: entries after the last checkpoint that were cut off, unless you
// hold a checkpoint or a receipt that covers them.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

class Bad extends Error {}

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

// ---- RFC 8785: JSON in one form only. Keys by UTF-16 code units; numbers and strings as JSON.stringify writes them.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

// ---- The hash of an event: "ledger/v1" and its fields, each as <bytes>:<text>, in this order.
function hashOf(companyId, event) {
  const fields = [
    'ledger/v1',
    companyId,
    String(event.position),
    event.eventId,
    event.type,
    String(event.schemaVersion),
    event.recordedAt,
    event.date,
    canonical(event.actor),
    canonical(event.meta),
    canonical(event.data),
    event.prevHash,
  ]
  return sha256(fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('')).toString('hex')
}

// ---- RFC 6962: the tree over the hashes, kept as the roots of its perfect subtrees.
const leafOf = (eventHash) => sha256(Buffer.of(0), Buffer.from(eventHash, 'hex'))
const nodeOf = (left, right) => sha256(Buffer.of(1), left, right)

class Tree {
  size = 0
  peaks = []
  append(eventHash) {
    let node = leafOf(eventHash)
    for (let size = this.size; size % 2 === 1; size = Math.floor(size / 2)) node = nodeOf(this.peaks.pop(), node)
    this.peaks.push(node)
    this.size++
  }
  root() {
    if (this.size === 0) return sha256('')
    return this.peaks.reduceRight((right, left) => (right ? nodeOf(left, right) : left), undefined)
  }
}

// RFC 9162, 2.1.3.2
function rootByInclusion(leaf, index, size, proof) {
  if (index < 0 || index >= size) return undefined
  let [fn, sn, node] = [index, size - 1, leaf]
  for (const other of proof) {
    if (sn === 0) return undefined
    if (fn % 2 === 1 || fn === sn) {
      node = nodeOf(other, node)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else node = nodeOf(node, other)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? node : undefined
}

// ---- C2SP signed-note and tlog-checkpoint.
function readKey(text) {
  const [, name, id, base64] = /^(.+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? []
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (!name || bytes.length !== 33 || bytes[0] !== 1) throw new Bad('the verifier key is not one of Ed25519')
  const expected = sha256(`${name}\n`, bytes).subarray(0, 4)
  if (expected.toString('hex') !== id) throw new Bad('the verifier key does not match its own number')
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)])
  return { name, id: expected, key: createPublicKey({ key: spki, format: 'der', type: 'spki' }) }
}

function openNote(note, { name, id, key }) {
  const [, text, signer, signature] = /^((?:.+\n){3})\n— (\S+) (\S+)\n?$/.exec(note) ?? []
  const bytes = Buffer.from(signature ?? '', 'base64')
  const [origin, size, root] = (text ?? '').split('\n')
  if (signer !== name || origin !== name) throw new Bad(`a checkpoint is of another log: ${origin || 'unreadable'}`)
  if (!bytes.subarray(0, 4).equals(id) || !verifySignature(null, Buffer.from(text), key, bytes.subarray(4)))
    throw new Bad(`the checkpoint at ${size} events is not signed with this key`)
  return { size: Number(size), root }
}

// A note that a crash tore off is none: root and signature have one length each.
const notesIn = (text) => text.match(/[^\n—]+\n\d+\n[A-Za-z0-9+/]{43}=\n\n— \S+ [A-Za-z0-9+/]{91}=\n?/g) ?? []

// ---- What must hold of the money: every event's postings sum to zero.
function checkPostings(event) {
  let sum = 0
  for (const { side, paise } of event.data.postings ?? []) sum += side === 'received' ? paise : -paise
  if (sum !== 0) throw new Bad(`the postings of the event at ${event.position} do not sum to zero`)
}

// ---- The bills that entries name by the SHA-256 of their bytes.
class Bills {
  missing = new Map()
  erased = new Set()
  found = 0
  constructor(folder) {
    this.folder = folder
  }
  take({ type, position, data }) {
    if (type === 'BillErased') this.erased.add(data.bill)
    for (const entry of [data.entry, data.before, data.after])
      for (const { id, type } of entry?.bills ?? []) if (this.folder) this.look(id, type, position)
  }
  look(id, type, position) {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Bad(`the event at ${position} names a bill by what is no hash`)
    const file = join(this.folder, `${id}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`)
    if (!existsSync(file)) this.missing.set(id, position)
    else if (sha256(readFileSync(file)).toString('hex') !== id)
      throw new Bad(`the bill ${id} of the event at ${position} is not what was hashed`)
    else this.found++
  }
  // A bill is erased after the entry that names it.
  end() {
    for (const [id, position] of this.missing)
      if (!this.erased.has(id)) throw new Bad(`the bill ${id} of the event at ${position} is missing`)
    return this.folder ? '; every bill is there as it was hashed, or was erased by an event' : ''
  }
}

// ---- An export: header, events in order, checkpoints. Read twice: the roots to compare are known only at its end.
async function checkExport(file, { keyGiven, kept, bills }) {
  const { header, notes } = await readEnds(file, kept)
  const key = keyFor(header.companyId, keyGiven, header.verifierKey, notes)
  const signed = notes.map((note) => openNote(note, key))
  const tree = new Tree()
  let before = { hash: '0'.repeat(64), recordedAt: '' }
  for await (const event of values(file)) {
    if (!('position' in event)) continue
    const position = tree.size + 1
    const hash = hashOf(header.companyId, event)
    if (event.position !== position) throw new Bad(`the event at ${position} is missing`)
    if (event.prevHash !== before.hash) throw new Bad(`the event at ${position} does not follow the one before it`)
    if (event.hash !== hash) throw new Bad(`the event at ${position} is not what was hashed`)
    if (event.recordedAt < before.recordedAt) throw new Bad(`the event at ${position} was recorded before the last one`)
    checkPostings(event)
    bills.take(event)
    tree.append(hash)
    for (const { size, root } of signed)
      if (size === position && tree.root().toString('base64') !== root)
        throw new Bad(`the first ${size} events are not the ones that were signed`)
    before = event
  }
  const covered = signed.reduce((largest, { size }) => Math.max(largest, size), 0)
  if (covered > tree.size)
    throw new Bad(`${covered} events were signed, and there are only ${tree.size}: the end was cut off`)
  // Exports made before 2026-11-22 do not say it.
  if (header.events !== undefined && header.events !== tree.size)
    throw new Bad(`the file was to hold ${header.events} events, and holds ${tree.size}: its end was cut off`)
  return `${tree.size} events, each as it was hashed, in order, money summing to zero; the first ${covered} are signed${bills.end()}`
}

async function readEnds(file, kept) {
  let header
  const notes = [...kept]
  for await (const value of values(file)) {
    header ??= value
    if ('checkpoint' in value) notes.push(value.checkpoint)
  }
  if (header?.format !== 'site-ledger/export/v1') throw new Bad('the file is no export')
  return { header, notes: [...new Set(notes)] }
}

async function* values(file) {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) if (line !== '') yield JSON.parse(line)
}

// ---- A receipt: one event, the way to the root, the signed root.
function checkReceipt(receipt, { keyGiven, kept, bills }) {
  const { event, companyId, leafIndex, treeSize, inclusion, checkpoint, verifierKey } = receipt
  const hash = hashOf(companyId, event)
  if (event.hash !== hash) throw new Bad('the entry is not what was hashed')
  if (leafIndex !== event.position - 1) throw new Bad('the proof is of another entry')
  checkPostings(event)
  bills.take(event)
  const key = keyFor(companyId, keyGiven, verifierKey, [checkpoint])
  const { size, root } = openNote(checkpoint, key)
  if (size !== treeSize) throw new Bad('the proof is for another size of the log')
  const proof = inclusion.map((node) => Buffer.from(node, 'base64'))
  if (rootByInclusion(leafOf(hash), leafIndex, size, proof)?.toString('base64') !== root)
    throw new Bad('the entry is not in the log that was signed')
  for (const note of kept) {
    const other = openNote(note, key)
    if (other.size === size && other.root !== root) throw new Bad(`two histories were signed at ${size} events`)
  }
  return `the entry at position ${event.position} is in the log of ${size} events that was signed${bills.end()}`
}

function keyFor(companyId, given, own, notes) {
  if (!given && notes.length > 0) process.stderr.write('No --key was given: the key in the file itself is used.\n')
  const text = given ?? own
  if (!text) return notes.length > 0 ? readKey('') : undefined
  const key = readKey(text)
  if (key.name !== `site-ledger/${companyId}`) throw new Bad('the key is the one of another log')
  if (given && own && given.trim() !== own.trim())
    throw new Bad('the file names another key than the one that you gave')
  return key
}

async function main([file, ...options]) {
  const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined)
  if (!file)
    throw new Bad(
      'say what to check: verify.mjs <export.ndjson | receipt.json> [--key …] [--checkpoints …] [--bills …]',
    )
  const checkpoints = option('--checkpoints')
  const settings = {
    keyGiven: option('--key'),
    kept: checkpoints ? notesIn(readFileSync(checkpoints, 'utf8')) : [],
    bills: new Bills(option('--bills')),
  }
  if (file.endsWith('.json')) return checkReceipt(JSON.parse(readFileSync(file, 'utf8')), settings)
  return checkExport(file, settings)
}

try {
  process.stdout.write(`All is well: ${await main(process.argv.slice(2))}.\n`)
} catch (error) {
  process.stdout.write(`NOT as it should be: ${error.message}.\n`)
  process.exitCode = 1
}
