import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { ContactMessageList } from '../reports/contact-messages.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'

/** `/admin/messages`: the messages of visitors of the public page. */
export function MessagesPage() {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  return (
    <OfficePage title={t.messages}>
      {() => (
        <PageSection id="messages" title={s.messages}>
          <ContactMessageList />
        </PageSection>
      )}
    </OfficePage>
  )
}
