import { useQuery } from '@tanstack/react-query'
import type { SelectHTMLAttributes } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { personFullName, siteOrPersonName } from './person-and-site-names.ts'
import { words } from './screen-texts.ts'

/** The site where a supervisor works, or none yet. */
export function SiteSelect(props: SelectHTMLAttributes<HTMLSelectElement>) {
  const t = useWords(words)
  const sites = useNameOrder(useQuery(sitesQuery).data, siteOrPersonName)
  return (
    <Select {...props}>
      <option value="">{t.noSiteYet}</option>
      {sites?.map((site) => (
        <option key={site.id} value={site.id}>
          {[site.siteName, personFullName(site)].filter((part) => part).join(', ')}
        </option>
      ))}
    </Select>
  )
}
