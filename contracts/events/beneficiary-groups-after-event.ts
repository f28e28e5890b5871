import type { BeneficiaryGroup } from '../beneficiary-spelling-group.ts'
import type { EventData, NewEvent } from './event-schemas.ts'

/** Returns the groups of spellings that an event changes, each as it is after the event; none for any other event. */
export function beneficiaryGroupsAfterEvent(event: NewEvent): BeneficiaryGroup[] {
  switch (event.type) {
    case 'BeneficiaryRenamed':
      return [event.data.after]
    case 'BeneficiariesMerged':
      return [mergedGroup(event.data)]
    case 'BeneficiariesUnmerged':
      return [event.data.after, event.data.apart]
    default:
      return []
  }
}

/** Returns the group after a merge: it keeps the name of the one that the others are merged into. */
export function mergedGroup({ from, into }: EventData<'BeneficiariesMerged'>): BeneficiaryGroup {
  return { ...into, members: [into, ...from].flatMap(({ members }) => members) }
}
