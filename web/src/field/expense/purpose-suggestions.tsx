import { useQuery } from '@tanstack/react-query'
import { purposesQuery } from '../../shared/api/field-queries.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { purposeNamer } from '../../shared/language/purpose-namer.ts'

/** The purposes of the company's list, to choose from in the reader's language. Any other may be typed. */
export function PurposeSuggestions({ id }: { id: string }) {
  const language = useLanguage((state) => state.language)
  const { data } = useQuery(purposesQuery)
  const nameIn = purposeNamer(language, data)
  return (
    <datalist id={id}>
      {data?.map(({ name }) => (
        <option key={name} value={nameIn(name)} />
      ))}
    </datalist>
  )
}
