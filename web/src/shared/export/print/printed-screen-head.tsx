import type { Ref } from 'react'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { aboutText, type ListHeading } from './list-heading.ts'

/** The head of the list where the screen itself is printed, whose filters are not on paper. */
export function PrintedScreenHead({ heading, ref }: { heading: ListHeading; ref?: Ref<HTMLParagraphElement> }) {
  const about = [printedCompanyName(), heading.title, aboutText(heading), heading.period]
  return (
    <p ref={ref} className="screen-head">
      {about.filter((text) => text !== undefined && text !== '').join(' · ')}
    </p>
  )
}
