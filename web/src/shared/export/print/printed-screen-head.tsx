import { printedCompanyName } from '../../design/page/company-name.ts'
import { aboutText, type ListHeading } from './list-heading.ts'

/** The head of the list where the screen itself is printed, whose filters are not on paper. */
export function PrintedScreenHead({ heading }: { heading: ListHeading }) {
  const about = [printedCompanyName(), heading.title, aboutText(heading), heading.period]
  return <p className="screen-head">{about.filter((text) => text !== undefined && text !== '').join(' · ')}</p>
}
