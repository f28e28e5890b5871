import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { FormFieldError } from '../../../shared/design/controls/form-field.tsx'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { revealUser } from '../../api/people-queries.ts'
import { words } from '../screen-texts.ts'

/**
 * §3, the password that the admin may see. Each look is recorded, so the admin asks for it by hand, and it is cleared
 * when the screen closes.
 */
export function RevealPassword({ site }: { site: SiteUser }) {
  const t = useWords(words)
  const look = useMutation({ mutationFn: () => revealUser({ id: site.id }), gcTime: 0, retry: false })
  const seen = look.data
  return (
    <section className="rounded-brick border border-rule bg-ground p-4" aria-labelledby="current-password">
      <h3 id="current-password" className="font-strong">
        {t.currentPassword}
      </h3>
      <p className="text-ink-soft text-small">{t.eachLook}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3" aria-live="polite">
        {seen === undefined ? (
          <Button kind="secondary" disabled={look.isPending} onClick={() => look.mutate()}>
            <Eye className="size-5" aria-hidden="true" />
            {look.isPending ? t.showing : t.show}
          </Button>
        ) : seen.password === null ? (
          <p>{t.noCopy}</p>
        ) : (
          <>
            <output className="min-w-0 flex-1 break-all rounded-brick border border-edge bg-sheet px-3 py-2.5 font-strong tracking-wider">
              {seen.password}
            </output>
            <Button kind="quiet" onClick={() => look.reset()}>
              <EyeOff className="size-5" aria-hidden="true" />
              {t.hide}
            </Button>
          </>
        )}
      </div>
      <FormFieldError id="current-password-error" error={look.error === null ? undefined : errorMessage(look.error)} />
    </section>
  )
}
