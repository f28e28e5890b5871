import type { Day } from '@ledger/contracts/dates.ts'
import { useEffect, useRef, useState } from 'react'
import { afterPress } from '../design/after-press.ts'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { parseTypedDay, type TypedDay, writtenDay } from './typed-day.ts'

interface Options {
  /** A day, "" for none, or in a form the text that is no day. */
  value: string
  /** Called with whole days, and with "" when the field is emptied. */
  onChange(value: string): void
  /**
   * Whether `onChange` is also called with a text that is no day, as it is typed. A form passes it on, because no rule
   * takes it: with the day from before in its place the form would send a day that the field does not show.
   */
  passesDraft?: boolean
}

export interface TypedDayDraft {
  /** The text of the field. */
  readonly text: string
  /** The error of the text, in words. */
  readonly problem: string | undefined
  type(text: string): void
  /** Reads the text as it is when the field is left, or at Enter: a year of two digits is then whole. */
  settle(): void
  choose(day: Day): void
}

/** Keeps the text of a day as a draft until it is a whole day, and says what is wrong with it. */
export function useTypedDay({ value, onChange, passesDraft = false }: Options): TypedDayDraft {
  const t = useWords(words)
  const [text, setText] = useState(writtenDay(value))
  const [problem, setProblem] = useState<string>()
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    // The draft itself has come back.
    if (value === latest.current) return
    // A day that is still typed in another form is the same day.
    setText((before) => (dayTyped(before) === value ? before : writtenDay(value)))
    setProblem(undefined)
  }, [value])

  const pass = (next: string) => {
    if (next !== value) onChange(next)
  }
  const sayProblem = (read: TypedDay) => {
    if ('wrong' in read) setProblem(read.wrong === 'year' ? t.wrongYear(read.year) : t[read.wrong])
  }
  return {
    text,
    problem,
    type(typed) {
      setText(typed)
      setProblem(undefined)
      const read = parseTypedDay(typed)
      // The digits of a year are all there, so nothing that follows makes it another one.
      if ('wrong' in read && read.wrong === 'year') sayProblem(read)
      if (!('wrong' in read) && read.isWhole) pass(read.day)
      else if (passesDraft) pass(typed)
    },
    settle() {
      const read = parseTypedDay(text)
      if ('wrong' in read) {
        // The sentence may be longer than the line that it replaces.
        afterPress(() => sayProblem(parseTypedDay(latest.current)))
        return
      }
      setProblem(undefined)
      setText(writtenDay(read.day))
      pass(read.day)
    },
    choose(day) {
      setText(writtenDay(day))
      setProblem(undefined)
      pass(day)
    },
  }
}

function dayTyped(text: string): Day | '' | undefined {
  const read = parseTypedDay(text)
  return 'wrong' in read ? undefined : read.day
}
