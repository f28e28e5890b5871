const warningLevel = /"level":"(warn|error|fatal)"/
const linesPerMinute = 30

/** Prints a line for the person at the terminal. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Returns a function that prints a process's warnings to the terminal: of its JSON log only warnings and errors, at
 * most 30 a minute, as `12:03:04 warn API: message`. The rest is in the log file only.
 */
export function warningPrinter(name: string): (chunk: Buffer) => void {
  let rest = ''
  let minute = 0
  let shown = 0
  return (chunk) => {
    // At full load almost no chunk contains a warning, and a search for a level is cheaper than parsing the lines.
    if (rest === '' && !warningLevel.test(chunk.toString('latin1')) && chunk.at(-1) === 10) return
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const warning = readWarning(line)
      if (!warning) continue
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) [minute, shown] = [now, 0]
      shown += 1
      if (shown <= linesPerMinute)
        printLine(`${new Date().toTimeString().slice(0, 8)} ${warning.level} ${name}: ${warning.text}`)
      if (shown === linesPerMinute) printLine(`More warnings of ${name} in this minute stand in its log only.`)
    }
  }
}

function readWarning(line: string): { level: string; text: string } | undefined {
  if (!line.startsWith('{') || !warningLevel.test(line)) return undefined
  try {
    const entry: { level?: unknown; msg?: unknown; reason?: unknown; err?: { message?: unknown } } = JSON.parse(line)
    if (!['warn', 'error', 'fatal'].includes(String(entry.level))) return undefined
    const texts = [entry.msg, entry.reason ?? entry.err?.message].filter((text) => text !== undefined)
    return { level: String(entry.level), text: [...new Set(texts)].join(': ') }
  } catch {
    // A line that is not JSON is in the log file as it is.
    return undefined
  }
}
