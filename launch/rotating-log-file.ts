import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

const maxLogBytes = 20 * 1024 * 1024

/**
 * A log of at most twice 20 MiB: a full file is renamed to `<path>.1` and replaces the previous one. A chunk that
 * cannot be written, for example on a full disk, is counted and dropped, because the program must continue.
 */
export class RotatingLogFile {
  readonly path: string
  #file: number
  #size: number
  #lost = 0

  constructor(path: string) {
    this.path = path
    this.#file = openSync(path, 'a', 0o600)
    this.#size = fstatSync(this.#file).size
  }

  write(chunk: Buffer): void {
    try {
      if (this.#size + chunk.length > maxLogBytes) this.#turn()
      if (this.#lost > 0) writeSync(this.#file, `{"level":"warn","msg":"${this.#lost} pieces of the log were lost"}\n`)
      writeSync(this.#file, chunk)
      this.#size += chunk.length
      this.#lost = 0
    } catch {
      this.#lost += 1
    }
  }

  #turn(): void {
    renameSync(this.path, `${this.path}.1`)
    const next = openSync(this.path, 'a', 0o600)
    closeSync(this.#file)
    this.#file = next
    this.#size = 0
  }
}
