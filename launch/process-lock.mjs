// A lock file that names the process that holds it. Plain JavaScript, because bootstrap.mjs runs it before anything is
// installed; its types are in process-lock.d.mts.
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Takes the lock, or returns the process that holds it. A lock is stale, and is taken over, if its process has ended or
 * its number belongs to another process now.
 */
export function takeLock(file, note = '') {
  const own = { pid: process.pid, identity: identityOf(process.pid), note }
  const draft = `${file}.${process.pid}`
  // The lock is written completely and then linked, so that no process reads a partial lock, and a full disk is found
  // before the lock exists.
  writeFileSync(draft, JSON.stringify(own), { mode: 0o644 })
  try {
    for (;;) {
      if (linked(draft, file)) return heldLock(file, own)
      const found = textOf(file)
      if (found === undefined) continue
      const holder = parsed(found)
      if (holder && holder.identity === identityOf(holder.pid)) return { heldBy: holder.pid, note: holder.note }
      buryStale(file, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Returns an identity that distinguishes a process from a later one with the same number: the boot, its start time and
 * its command; undefined if there is no such process or it is a zombie.
 */
export function identityOf(pid) {
  if (process.platform !== 'linux') return identityFromPs(pid)
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command's name in brackets may contain any character; the needed fields follow the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = textOf('/proc/sys/kernel/random/boot_id') ?? ''
  return `${boot.trim()} ${fields[19]} ${commandLineOf(pid)}`
}

/** The command line of a process, its parts separated by spaces; '' when there is none to be seen. */
export function commandLineOf(pid) {
  if (process.platform === 'linux') return (textOf(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim()
  return psField(pid, 'command=') ?? ''
}

function identityFromPs(pid) {
  return psField(pid, 'lstart=,command=')
}

function psField(pid, format) {
  try {
    const shown = execFileSync('ps', ['-o', format, '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    return shown.toString().trim() || undefined
  } catch {
    // ps exits with 1 if there is no such process.
    return undefined
  }
}

function heldLock(file, own) {
  let current = JSON.stringify(own)
  return {
    note(text) {
      const next = JSON.stringify({ ...own, note: text })
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, next)
      renameSync(draft, file)
      current = next
    },
    release() {
      if (textOf(file) === current) rmSync(file, { force: true })
    },
  }
}

/**
 * Moves a stale lock away. Two processes may find the same lock stale: the one that moved a fresh lock by mistake puts
 * it back.
 */
function buryStale(file, found) {
  const grave = `${file}.stale.${process.pid}`
  try {
    renameSync(file, grave)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (textOf(grave) !== found) linked(grave, file)
  rmSync(grave, { force: true })
}

function linked(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // ESRCH: the process ended while its entry in /proc was read.
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined
    throw error
  }
}

function parsed(text) {
  try {
    const value = JSON.parse(text)
    return Number.isInteger(value.pid) && typeof value.identity === 'string' ? value : undefined
  } catch {
    // A lock that is not JSON was left by a crash of the machine; no process holds it.
    return undefined
  }
}
