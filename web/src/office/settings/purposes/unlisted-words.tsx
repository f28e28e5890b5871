import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { type ListedPurpose, purposeFinder } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/design/controls/button.tsx'
import { rupees } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { summaryTableQuery } from '../../api/report-queries.ts'
import { AddWordDialog } from './add-word-dialog.tsx'
import { words } from './screen-texts.ts'
import type { SeenList } from './use-save-purposes.ts'

/** More words would make a page of spellings out of the settings; the next ones follow when these are listed. */
const WORDS_SHOWN = 8

/** The words with the most money that no purpose of the list has, each to be added to one. */
export function UnlistedWords({ seen, nameOf }: { seen: SeenList; nameOf(purpose: ListedPurpose): string }) {
  const t = useWords(words)
  const [word, setWord] = useState<string>()
  const { data } = useQuery(summaryTableQuery({ by: 'purpose', site: '', from: '', to: '' }))
  const findListed = purposeFinder(seen.purposes)
  const rows = (data?.rows ?? [])
    .filter(({ name }) => findListed(name) === undefined && !isGeneratedPurpose(name))
    .slice(0, WORDS_SHOWN)
  if (rows.length === 0) return null
  return (
    <div className="grid gap-1">
      <h3 className="font-strong">{t.unlisted}</h3>
      <p className="text-ink-soft text-small">{t.unlistedText}</p>
      <ul>
        {rows.map(({ name, spent }) => (
          <li key={name} className="flex items-center justify-between gap-3 border-rule border-t py-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <span className="flex shrink-0 items-center gap-2">
              <span className="figures text-small">{rupees(spent)}</span>
              <Button
                kind="quiet"
                aria-label={t.addWordOf(name)}
                onClick={() => setWord(name)}
                className="min-h-11 lg:min-h-9"
              >
                {t.addWord}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {word === undefined ? null : (
        <AddWordDialog seen={seen} word={word} nameOf={nameOf} onClose={() => setWord(undefined)} />
      )}
    </div>
  )
}
