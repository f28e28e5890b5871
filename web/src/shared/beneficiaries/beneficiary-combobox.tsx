import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import { useCombobox } from 'downshift'
import { ChevronDown, UserPlus } from 'lucide-react'
import { type Ref, type UIEvent, useMemo, useState } from 'react'
import { controlLook, type FormFieldParts } from '../design/controls/form-field.tsx'
import { MarkedText } from '../entry/list/marked-text.tsx'
import { useWords } from '../language/in-both-languages.ts'
import { isMobileDevice } from '../voice/mobile-device.ts'
import { findNamesBySpellingOrSound, type SearchableName, toSearchableName } from './find-names-by-spelling-or-sound.ts'
import { words } from './screen-texts.ts'

interface Props {
  parts: FormFieldParts
  name?: string
  placeholder?: string
  /** The look of the box; by default that of a form. */
  look?: string
  /** Whether a typed name that the list lacks is offered as a new one. Otherwise Enter takes the first that fits. */
  acceptsNew: boolean
  /** The text in the box. */
  value: string
  beneficiaries: readonly Beneficiary[]
  maxLength?: number
  onType(text: string): void
  /** A name of the list, or the new one that was typed. */
  onPick(name: string): void
  onLeave?(): void
  inputRef?: Ref<HTMLInputElement>
  /** Set to the function that opens the list under a spoken text. */
  openRef?: { current: (text: string) => void }
}

interface NameOption {
  readonly name: string
  readonly isNew: boolean
}

/** The number of names drawn at first. More are drawn as the list is scrolled: 5,000 take a slow phone seconds. */
const OPTIONS_PER_STEP = 40
const LIST_END_PX = 300

/**
 * A box with a list of paid names. It searches as the user types, and may accept a new name where none fits.
 */
export function BeneficiaryCombobox({
  parts,
  name,
  placeholder,
  look = `${controlLook} pr-12 tiny:pr-3`,
  acceptsNew,
  value,
  beneficiaries,
  maxLength,
  onType,
  onPick,
  onLeave,
  inputRef,
  openRef,
}: Props) {
  const t = useWords(words)
  const shownNames = useMemo(() => namesBySpelling(beneficiaries), [beneficiaries])
  /** The searched text. A name that is in the box when the list opens is not searched for. */
  const [query, setQuery] = useState('')
  const [drawn, setDrawn] = useState(OPTIONS_PER_STEP)
  const options = useMemo(() => optionsFor(shownNames, query, acceptsNew), [shownNames, query, acceptsNew])
  const lookFor = (text: string) => {
    setQuery(text)
    setDrawn(OPTIONS_PER_STEP)
  }
  const isKnown = (text: string) => [...shownNames.keys()].some(({ same }) => same === normalizeName(text))
  const box = useCombobox<NameOption>({
    items: options.slice(0, drawn),
    itemToString: (option) => option?.name ?? '',
    inputId: parts.id,
    defaultHighlightedIndex: acceptsNew ? -1 : 0,
    inputValue: value,
    // The text in the box belongs to the form: there is no selection apart from it.
    selectedItem: null,
    onSelectedItemChange({ selectedItem }) {
      if (selectedItem !== null) onPick(selectedItem.name)
    },
    onHighlightedIndexChange({ highlightedIndex }) {
      if (highlightedIndex >= drawn - 1) setDrawn(drawn + OPTIONS_PER_STEP)
    },
    onIsOpenChange({ isOpen, type }) {
      // A typed or spoken text is searched for already.
      const { InputChange, FunctionOpenMenu } = useCombobox.stateChangeTypes
      if (isOpen && type !== InputChange && type !== FunctionOpenMenu) lookFor(isKnown(value) ? '' : value)
    },
    stateReducer(state, { type, changes }) {
      const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes
      // Leaving the box leaves its text unchanged, whichever option the pointer lies over.
      if (type !== InputBlur && type !== InputKeyDownEscape) return changes
      return { ...changes, inputValue: state.inputValue, selectedItem: state.selectedItem }
    },
  })
  if (openRef !== undefined)
    openRef.current = (text) => {
      lookFor(text)
      box.openMenu()
    }
  const { 'aria-labelledby': _, ...input } = box.getInputProps({
    ...(inputRef === undefined ? {} : { ref: inputRef }),
    onBlur: () => onLeave?.(),
    onChange(event) {
      onType(event.currentTarget.value)
      lookFor(event.currentTarget.value)
    },
    onKeyDown(event) {
      // Escape closes the list but not the dialog around it.
      if (event.key === 'Escape' && box.isOpen) event.preventDefault()
    },
    onClick(event) {
      // A phone's keyboard covers the lower half, so the box moves up to make room for the list.
      if (isMobileDevice()) event.currentTarget.scrollIntoView({ block: 'start', behavior: 'smooth' })
    },
  })
  const { 'aria-labelledby': __, ...menu } = box.getMenuProps({ 'aria-label': t.names })
  return (
    <div className="relative">
      <input {...parts} {...input} name={name} placeholder={placeholder} maxLength={maxLength} className={look} />
      <button
        type="button"
        {...box.getToggleButtonProps()}
        aria-label={t.showAll}
        className="absolute inset-y-0 right-0 grid max-h-12 w-12 place-items-center text-ink-soft tiny:hidden"
      >
        <ChevronDown className="size-5" aria-hidden="true" />
      </button>
      <ul
        {...menu}
        hidden={!box.isOpen || options.length === 0}
        onScroll={(event: UIEvent<HTMLElement>) => {
          const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
          if (drawn < options.length && scrollHeight - scrollTop - clientHeight < LIST_END_PX)
            setDrawn(drawn + OPTIONS_PER_STEP)
        }}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-[min(18.5rem,45dvh)] overflow-y-auto overscroll-contain rounded-brick border border-ink bg-sheet"
      >
        {box.isOpen
          ? options.slice(0, drawn).map((option, index) => (
              <li
                key={option.isNew ? 'new' : option.name}
                {...box.getItemProps({ item: option, index })}
                className="flex min-h-12 items-center gap-2 border-rule border-b px-3 py-2 last:border-b-0 aria-selected:bg-wash aria-selected:inset-ring aria-selected:inset-ring-ink"
              >
                {option.isNew ? (
                  <>
                    <UserPlus className="size-5 shrink-0" aria-hidden="true" />
                    <span className="min-w-0 break-words">{t.takeNew(option.name)}</span>
                  </>
                ) : (
                  <span className="min-w-0 break-words">
                    <MarkedText text={option.name} query={query} />
                  </span>
                )}
              </li>
            ))
          : null}
      </ul>
    </div>
  )
}

/** Returns the name that is shown for each spelling: a beneficiary is found by all of its own. */
function namesBySpelling(beneficiaries: readonly Beneficiary[]): ReadonlyMap<SearchableName, string> {
  const spellings = beneficiaries.flatMap(({ name, also = [] }) =>
    [name, ...also].map((spelling) => [toSearchableName(spelling), name] as const),
  )
  return new Map(spellings)
}

/** Returns the names that fit, and after them, if wanted, the text itself as a new name unless the list contains it. */
function optionsFor(
  shownNames: ReadonlyMap<SearchableName, string>,
  query: string,
  acceptsNew: boolean,
): readonly NameOption[] {
  const name = query.trim()
  const same = normalizeName(name)
  const all = [...shownNames.keys()]
  const names = new Set(findNamesBySpellingOrSound(all, name).map((one) => shownNames.get(one) ?? one.name))
  const found = [...names].map((each) => ({ name: each, isNew: false }))
  return !acceptsNew || same === '' || all.some((one) => one.same === same) ? found : [...found, { name, isNew: true }]
}
