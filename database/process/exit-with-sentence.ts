import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'

/** Ends the process with a sentence for the person who starts it; the exit code is that of a wrong setting. */
export function exitWithSentence(sentence: string, exitCode: number = EXIT_CODES.wrongConfiguration): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(exitCode)
}
