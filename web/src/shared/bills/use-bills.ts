import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '../api/api-client.ts'
import { errorMessage } from '../api/error-messages.ts'
import { type BillFile, prepareBill, type UnfitReason } from './prepare-bill.ts'
import { uploadBill } from './upload-bill.ts'

export const MAX_BILLS_OF_FORM = 5

/** A bill of the form: one that the ledger has, or a file of this phone. */
export type ChosenBill =
  | { readonly is: 'stored'; readonly key: string; readonly bill: Bill }
  | { readonly is: 'waiting'; readonly key: string; readonly file: BillFile }
  /** `part` is the sent share, from 0 to 1. */
  | { readonly is: 'sending'; readonly key: string; readonly file: BillFile; readonly part: number }
  | { readonly is: 'failed'; readonly key: string; readonly file: BillFile; readonly why: string }

export interface BillProblem {
  readonly why: UnfitReason | 'sixth'
  /** The file's name. */
  readonly name: string
}

export const toChosenBills = (bills: readonly Bill[]): ChosenBill[] =>
  bills.map((bill) => ({ is: 'stored', key: bill.id, bill }))

/**
 * Holds the bills of a form.
 * @param uploads true uploads each file as soon as it is chosen; false leaves the upload to the sender of the entry
 */
export function useBills(initial: readonly ChosenBill[], uploads: boolean) {
  const [first] = useState(initial)
  const [chosen, setChosen] = useState(first)
  const [problems, setProblems] = useState<readonly BillProblem[]>([])
  const [preparing, setPreparing] = useState(0)
  // The newest list, because `chosen` is the list of the last render.
  const latest = useRef(first)
  const senders = useRef(new Map<string, AbortController>())
  const turn = useRef<Promise<void>>(Promise.resolve())
  const preparation = useRef(new AbortController())
  // Leaving the form cancels the preparation of its photos.
  useEffect(() => {
    preparation.current = new AbortController()
    return () => preparation.current.abort()
  }, [])

  const change = (next: (all: readonly ChosenBill[]) => readonly ChosenBill[]) => {
    latest.current = next(latest.current)
    setChosen(latest.current)
  }
  const replace = (one: ChosenBill) => change((all) => all.map((each) => (each.key === one.key ? one : each)))

  async function take(file: File, signal: AbortSignal): Promise<void> {
    const name = file.name
    if (signal.aborted) return
    if (latest.current.length >= MAX_BILLS_OF_FORM) return setProblems((all) => [...all, { why: 'sixth', name }])
    const prepared = await prepareBill(file, signal)
    if (prepared === undefined) return
    if (typeof prepared === 'string') return setProblems((all) => [...all, { why: prepared, name }])
    const key = newIdempotencyKey()
    change((all) => [...all, { is: 'waiting', key, file: prepared }])
    if (uploads) void send(key, prepared)
  }

  async function send(key: string, file: BillFile): Promise<void> {
    const sender = new AbortController()
    senders.current.set(key, sender)
    replace({ is: 'sending', key, file, part: 0 })
    try {
      const onSent = (part: number) => replace({ is: 'sending', key, file, part })
      const { bytes: _, ...bill } = await uploadBill(file.blob, { signal: sender.signal, onSent })
      const isThere = latest.current.some((one) => one.is === 'stored' && one.bill.id === bill.id)
      // The same file was chosen twice.
      if (isThere) change((all) => all.filter((one) => one.key !== key))
      else replace({ is: 'stored', key, bill })
    } catch (error) {
      if (!sender.signal.aborted)
        replace({
          is: 'failed',
          key,
          file,
          why: errorMessage(error instanceof Error ? error : new Error(String(error))),
        })
    } finally {
      senders.current.delete(key)
    }
  }

  return {
    chosen,
    problems,
    /** The number of files that are being prepared. */
    preparing,
    isBusy: preparing > 0 || chosen.some(({ is }) => is === 'sending'),
    hasFailed: chosen.some(({ is }) => is === 'failed'),
    /** Whether the form has other files than at first, those in preparation included. */
    isChanged: preparing > 0 || chosen.map(({ key }) => key).join() !== first.map(({ key }) => key).join(),
    /** Prepares the files one after the other, because each takes as much memory as its pixels. */
    add(files: readonly File[]) {
      setProblems([])
      const { signal } = preparation.current
      for (const file of files) {
        setPreparing((count) => count + 1)
        turn.current = turn.current.then(() => take(file, signal)).finally(() => setPreparing((count) => count - 1))
      }
    },
    remove(key: string) {
      setProblems([])
      senders.current.get(key)?.abort()
      change((all) => all.filter((one) => one.key !== key))
    },
    retry(key: string) {
      const one = latest.current.find((each) => each.key === key)
      if (one?.is === 'failed') void send(key, one.file)
    },
    /** Restores the files chosen before a reload, unless a file was chosen since. */
    restore(all: readonly ChosenBill[]) {
      if (latest.current === first) change(() => all)
    },
    /** Adds a file that was prepared before, unless the form has it already or is full. */
    append(one: ChosenBill) {
      if (latest.current.length >= MAX_BILLS_OF_FORM || latest.current.some(({ key }) => key === one.key)) return
      change((all) => [...all, one])
    },
    startOver() {
      preparation.current.abort()
      preparation.current = new AbortController()
      for (const sender of senders.current.values()) sender.abort()
      setProblems([])
      change(() => [])
    },
  }
}

export type FormBills = ReturnType<typeof useBills>

/** Returns the ids of the bills that the ledger has. */
export const uploadedBillIds = ({ chosen }: FormBills): string[] =>
  chosen.flatMap((one) => (one.is === 'stored' ? [one.bill.id] : []))
