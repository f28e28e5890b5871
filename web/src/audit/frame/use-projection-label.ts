import { PROJECTION_LABELS, projectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'

/** Returns the name of a read model in the reader's language, or its own name where this app does not know it. */
export function useProjectionLabel(): (name: string) => string {
  const language = useLanguage((state) => state.language)
  return (name) => {
    const known = projectionName.options.find((each) => each === name)
    return known === undefined ? name : PROJECTION_LABELS[known][language]
  }
}
