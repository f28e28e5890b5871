import { Columns3 } from 'lucide-react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DropMenu } from '../controls/drop-menu.tsx'
import { useColumnChoice } from './column-choice.ts'
import type { EntryColumnId } from './column-ids.ts'
import { words } from './screen-texts.ts'

/**
 * Hides and shows columns. The date stays, by which a row is found. A column without room is named as such, and
 * switching it on puts it before those that were not chosen.
 */
export function ColumnMenu({ columns }: { columns: readonly EntryColumnId[] }) {
  const t = useWords(words)
  const { hidden, chosen, withoutRoom, show, hide } = useColumnChoice()
  const isOn = (id: EntryColumnId) => !hidden.includes(id) && (chosen.includes(id) || !withoutRoom.includes(id))
  return (
    <DropMenu label={t.columns} icon={<Columns3 className="size-4" aria-hidden="true" />}>
      <fieldset className="grid">
        <legend className="sr-only">{t.columns}</legend>
        {columns
          .filter((id) => id !== 'date')
          .map((id) => (
            <label key={id} className="flex min-h-9 items-center gap-2.5 whitespace-nowrap px-3 hover:bg-ground">
              <input
                type="checkbox"
                checked={isOn(id)}
                onChange={() => (isOn(id) ? hide(id) : show(id))}
                className="size-4 accent-ink"
              />
              {t[id]}
              {withoutRoom.includes(id) ? <span className="ml-auto text-ink-soft">{t.noRoom}</span> : null}
            </label>
          ))}
      </fieldset>
    </DropMenu>
  )
}
