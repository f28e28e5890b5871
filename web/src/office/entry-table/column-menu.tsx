import { Columns3 } from 'lucide-react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DropMenu } from '../controls/drop-menu.tsx'
import type { EntryColumnId } from './column-ids.ts'
import { useHiddenColumns } from './hidden-columns.ts'
import { words } from './screen-texts.ts'

/** Hides and shows columns. The date stays, by which a row is found. */
export function ColumnMenu({ columns }: { columns: readonly EntryColumnId[] }) {
  const t = useWords(words)
  const { hidden, toggle } = useHiddenColumns()
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
                checked={!hidden.includes(id)}
                onChange={() => toggle(id)}
                className="size-4 accent-ink"
              />
              {t[id]}
            </label>
          ))}
      </fieldset>
    </DropMenu>
  )
}
