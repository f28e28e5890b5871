import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { companyCheckpointFile } from '../proof/checkpoints/checkpoint-file.ts'
import { splitNotes } from '../proof/checkpoints/checkpoint-note.ts'
import { importedSeedFile } from '../proof/signer/company-signing-key.ts'
import { CannotRestore } from './backup-format.ts'
import { fileSectionWriter, type SectionWriter } from './restore-section-writers.ts'

/** The name of the file that stands in the data directory while a company is restored, until its books are verified. */
const unfinishedFile = (companyId: string) => `taking-in-${companyId}`

/**
 * Writes the signer's files of a restored company: its key and its signed checkpoints. Each file gets its name when it
 * is complete. A separate file marks the company as not verified yet, and lists the files that came with it.
 */
export class RestoredSignerFiles {
  readonly #seed: { path: string; text: string | undefined }
  readonly #notes: string
  readonly #unfinished: string
  #made: string[] = []
  #hasNotes = false

  constructor(dataDirectory: string, companyId: string, seed: string | undefined) {
    this.#seed = { path: join(dataDirectory, importedSeedFile(companyId)), text: seed }
    this.#notes = join(dataDirectory, companyCheckpointFile(companyId))
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
    await this.rollback()
    this.#made = []
  }

  /** Refuses another key than the backup's; an interrupted try may have left the same key. */
  requireNoOtherKey(): void {
    const { path, text } = this.#seed
    if (existsSync(path) && readFileSync(path, 'utf8').trim() !== text)
      throw new CannotRestore(`${path} is there already, and is not the key of the backup`)
  }

  /** Opens the file for the lines of its checkpoints. */
  async openCheckpointTarget(): Promise<SectionWriter> {
    await rm(partialPath(this.#notes), { force: true })
    this.#hasNotes = true
    return fileSectionWriter(partialPath(this.#notes))
  }

  /**
   * Gives the files their names.
   * @throws CannotRestore where the signer has checkpoints that the backup does not have: the backup is older than the
   * signed log here
   */
  async persist(): Promise<void> {
    const { path, text } = this.#seed
    const missing = this.#files.filter((file) => !existsSync(file))
    const unfinished = await fileSectionWriter(this.#unfinished)
    await unfinished.write(Buffer.from(missing.map((file) => `${basename(file)}\n`).join('')))
    await unfinished.end()
    this.#made = missing
    if (text !== undefined) {
      await rm(partialPath(path), { force: true })
      const sink = await fileSectionWriter(partialPath(path))
      await sink.write(Buffer.from(`${text}\n`))
      await sink.end()
      await this.#name(path)
    }
    if (!this.#hasNotes) return
    if (existsSync(this.#notes)) {
      const come = new Set(splitNotes(readFileSync(partialPath(this.#notes), 'utf8')))
      if (splitNotes(readFileSync(this.#notes, 'utf8')).some((note) => !come.has(note)))
        throw new CannotRestore(
          `${this.#notes} has checkpoints that the backup does not have: it is older than they are`,
        )
    }
    await this.#name(this.#notes)
  }

  async rollback(): Promise<void> {
    for (const path of [...this.#made, ...this.#files.map(partialPath), this.#unfinished])
      await rm(path, { force: true })
  }

  /** Marks the company as verified: its files stay. */
  async finish(): Promise<void> {
    await rm(this.#unfinished)
  }

  get #files(): string[] {
    return [this.#seed.path, this.#notes]
  }

  async #name(path: string): Promise<void> {
    await rename(partialPath(path), path)
    const folder = await open(dirname(path))
    await folder.sync()
    await folder.close()
  }
}

const partialPath = (path: string) => `${path}.part`
