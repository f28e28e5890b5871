import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { CreateIncharge } from '../people/incharge-dialogs.tsx'
import { InchargeList } from '../people/incharge-list.tsx'
import { CreateOfficeUser } from '../people/office-user-dialogs.tsx'
import { OfficeUserList } from '../people/office-user-list.tsx'
import { words as peopleWords } from '../people/screen-texts.ts'
import { CreateSupervisor } from '../people/supervisor-dialogs.tsx'
import { SupervisorList } from '../people/supervisor-list.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'

/** `/admin/people`: site incharges, supervisors and the users of the office. */
export function PeoplePage() {
  const t = useWords(words)
  return <OfficePage title={t.people}>{(user) => <PeopleSections user={user} />}</OfficePage>
}

function PeopleSections({ user }: { user: OfficeUser }) {
  const s = useWords(sectionTitles)
  const p = useWords(peopleWords)
  const [creating, setCreating] = useState<'incharge' | 'supervisor' | 'officeUser'>()
  const mayChange = user.role === 'admin'
  const button = (what: 'incharge' | 'supervisor' | 'officeUser', text: string) =>
    mayChange ? (
      <Button kind="secondary" onClick={() => setCreating(what)} className="max-md:w-full">
        <UserPlus className="size-5" aria-hidden="true" />
        {text}
      </Button>
    ) : null
  const close = () => setCreating(undefined)
  return (
    <>
      <PageSection id="incharges" title={s.incharges} action={button('incharge', p.createUser)}>
        <InchargeList admin={user} />
      </PageSection>
      <PageSection id="supervisors" title={s.supervisors} action={button('supervisor', p.createSupervisor)}>
        <SupervisorList admin={user} />
      </PageSection>
      <PageSection id="auditors" title={s.auditors} action={button('officeUser', p.createOfficeUser)}>
        <OfficeUserList admin={user} />
      </PageSection>
      {creating === 'incharge' ? <CreateIncharge admin={user} onClose={close} /> : null}
      {creating === 'supervisor' ? <CreateSupervisor admin={user} onClose={close} /> : null}
      {creating === 'officeUser' ? <CreateOfficeUser admin={user} onClose={close} /> : null}
    </>
  )
}
