import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { notesIn } from '../proof/checkpoint.ts'
import { seedFile } from '../proof/company-key.ts'
import { ownFile } from '../proof/signers-files.ts'
import { CannotRestore } from './format.ts'
import { fileSink, type Sink } from './sinks.ts'

/** The name of the file that stands in the data directory while a company is restored, until its books are verified. */
const unfinishedFile = (companyId: string) => `taking-in-${companyId}`

/**
 * Writes the signer's files of a restored company: its key and its signed checkpoints. Each file gets its name when it
 * is complete. A separate file marks the company as not verified yet, and lists the files that came with it.
 */
export class SignersMemory {
  readonly #seed: { path: string; text: string | undefined }
  readonly #notes: string
  readonly #unfinished: string
  #made: string[] = []
  #hasNotes = false

  constructor(dataDirectory: string, companyId: string, seed: string | undefined) {
    this.#seed = { path: join(dataDirectory, seedFile(companyId)), text: seed }
    this.#notes = join(dataDirectory, ownFile(companyId))
    this.#unfinished = join(dataDirectory, unfinishedFile(companyId))
  }

  /** Whether a try was interrupted before its company was verified. */
  get isUnfinished(): boolean {
    return existsSync(this.#unfinished)
  }

  /** Removes the files that an interrupted try has left. */
  async removeUnfinished(): Promise<void> {
    const names = readFileSync(this.#unfinished, 'utf8').split('\n')
    this.#made = this.#files.filter((path) => names.includes(basename(path)))
    await this.takeBack()
    this.#made = []
  }

  /** Refuses another key than the backup's; an interrupted try may have left the same key. */
  requireFree(): void {
    const { path, text } = this.#seed
    if (existsSync(path) && readFileSync(path, 'utf8').trim() !== text)
      throw new CannotRestore(`${path} is there already, and is not the key of the backup`)
  }

  /** Opens the file for the lines of its checkpoints. */
  async notes(): Promise<Sink> {
    await rm(partOf(this.#notes), { force: true })
    this.#hasNotes = true
    return fileSink(partOf(this.#notes))
  }

  /**
   * Gives the files their names.
   * @throws CannotRestore where the signer has checkpoints that the backup does not have: the backup is older than the
   * signed log here
   */
  async keep(): Promise<void> {
    const { path, text } = this.#seed
    const missing = this.#files.filter((file) => !existsSync(file))
    const unfinished = await fileSink(this.#unfinished)
    await unfinished.write(Buffer.from(missing.map((file) => `${basename(file)}\n`).join('')))
    await unfinished.end()
    this.#made = missing
    if (text !== undefined) {
      await rm(partOf(path), { force: true })
      const sink = await fileSink(partOf(path))
      await sink.write(Buffer.from(`${text}\n`))
      await sink.end()
      await this.#name(path)
    }
    if (!this.#hasNotes) return
    if (existsSync(this.#notes)) {
      const come = new Set(notesIn(readFileSync(partOf(this.#notes), 'utf8')))
      if (notesIn(readFileSync(this.#notes, 'utf8')).some((note) => !come.has(note)))
        throw new CannotRestore(
          `${this.#notes} has checkpoints that the backup does not have: it is older than they are`,
        )
    }
    await this.#name(this.#notes)
  }

  async takeBack(): Promise<void> {
    for (const path of [...this.#made, ...this.#files.map(partOf), this.#unfinished]) await rm(path, { force: true })
  }

  /** Marks the company as verified: its files stay. */
  async finish(): Promise<void> {
    await rm(this.#unfinished)
  }

  get #files(): string[] {
    return [this.#seed.path, this.#notes]
  }

  async #name(path: string): Promise<void> {
    await rename(partOf(path), path)
    const folder = await open(dirname(path))
    await folder.sync()
    await folder.close()
  }
}

const partOf = (path: string) => `${path}.part`
