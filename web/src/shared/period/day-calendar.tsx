import type { Day } from '@ledger/contracts/dates.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { LOCALE } from '../language/format-money-and-dates.ts'
import { useWords } from '../language/in-both-languages.ts'
import { type Language, useLanguage } from '../language/language-setting.ts'
import { words } from './screen-texts.ts'

interface Props {
  chosen: Day | ''
  today: Day
  /** The last day that can be chosen; "" for any. */
  max: Day | ''
  onChoose(day: Day): void
}

/** The first year that the calendar offers: books are preserved for eight years, and this is a little more. */
const YEARS_BACK = 10

/**
 * A month of days to pick one from, by mouse or by the arrow keys, with the focus on the chosen day. It is a chunk of
 * its own with react-day-picker, which draws a table with the roles of a grid and adds no style tag.
 */
export function DayCalendar({ chosen, today, max, onChoose }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const write = formatters(language)
  const now = dateOf(today)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      selected={chosen === '' ? undefined : dateOf(chosen)}
      onSelect={(date) => onChoose(dayOfDate(date))}
      defaultMonth={chosen === '' ? now : dateOf(chosen)}
      today={now}
      startMonth={new Date(now.getFullYear() - YEARS_BACK, 3)}
      endMonth={max === '' ? new Date(now.getFullYear() + 1, 2) : dateOf(max)}
      disabled={max === '' ? [] : { after: dateOf(max) }}
      weekStartsOn={1}
      captionLayout="dropdown"
      formatters={{
        formatCaption: write.month,
        formatDay: (date) => String(date.getDate()),
        formatMonthDropdown: write.monthName,
        formatYearDropdown: (date) => String(date.getFullYear()),
        formatWeekdayName: write.weekday,
      }}
      labels={{
        labelGrid: write.month,
        labelMonthDropdown: () => t.month,
        labelYearDropdown: () => t.year,
        labelNext: () => t.nextMonth,
        labelPrevious: () => t.previousMonth,
        labelWeekday: write.weekday,
        labelNav: () => t.month,
        labelDayButton: (date, { selected, today: isToday }) =>
          [write.day(date), isToday ? t.isToday : '', selected ? t.chosen : ''].filter(Boolean).join(', '),
      }}
      components={{ Chevron }}
      classNames={{
        root: 'relative',
        months: 'relative',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: NAV_LOOK,
        button_next: NAV_LOOK,
        month_caption: 'flex h-9 items-center justify-center',
        dropdowns: 'flex gap-1',
        dropdown_root: 'relative',
        dropdown: 'h-9 rounded-brick border border-edge bg-sheet px-1 text-small',
        caption_label: 'sr-only',
        month_grid: 'mt-2 border-collapse',
        weekday: 'h-7 w-10 font-normal text-ink-soft text-small',
        day: 'p-0 text-center',
        day_button:
          'figures size-10 rounded-brick text-small hover:bg-ground disabled:bg-transparent disabled:text-edge [[data-today]_&]:font-heavy [[data-today]_&]:underline [[aria-selected=true]_&]:bg-accent [[aria-selected=true]_&]:text-on-accent [[aria-selected=true]_&]:font-heavy',
      }}
    />
  )
}

/** The month and the year are native selects, which draw their own arrow. */
function Chevron({ orientation }: { orientation?: string }) {
  if (orientation !== 'left' && orientation !== 'right') return <span hidden />
  const Arrow = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Arrow className="size-5" aria-hidden="true" />
}

const NAV_LOOK = 'z-10 grid size-9 place-items-center rounded-brick hover:bg-ground aria-disabled:text-edge'

/** The calendar counts in the clock of this device, where any day is written with the same numbers. */
function dateOf(day: Day): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
}

function dayOfDate(date: Date): Day {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function formatters(language: Language) {
  const form = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(LOCALE[language], options)
    return (date: Date) => format.format(date)
  }
  return {
    month: form({ month: 'long', year: 'numeric' }),
    monthName: form({ month: 'long' }),
    weekday: form({ weekday: 'short' }),
    day: form({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  }
}
