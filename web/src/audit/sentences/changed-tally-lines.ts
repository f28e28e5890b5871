import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'

const words = inBothLanguages(
  { byDefault: 'by its own name', allElse: 'all other purposes', on: 'ledgers by name on', off: 'ledgers by name off' },
  { byDefault: 'अपने नाम से', allElse: 'बाकी सब किस लिए', on: 'नाम से खाते चालू', off: 'नाम से खाते बंद' },
)

/** Returns the lines of the map to Tally that changed, each with both ledgers, such as `Cement: Steel → Cement`. */
export function changedTallyLines({ lines, defaults }: EventData<'TallyMapChanged'>, language: Language): string[] {
  const t = words[language]
  const textOf = (target: TallyTarget | null) => target?.ledger ?? t.byDefault
  const changes = lines.map(
    ({ name, before, after }) => `${name === '' ? t.allElse : name}: ${textOf(before)} → ${textOf(after)}`,
  )
  if (defaults.before !== defaults.after) changes.push(defaults.after ? t.on : t.off)
  return changes
}
