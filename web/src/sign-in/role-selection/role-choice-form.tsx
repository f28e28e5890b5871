import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, Building2, HardHat, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

type RoleOption = 'site_incharge' | 'admin'

/** §2: two roles, site_incharge preselected. Continue leads to the sign-in of the chosen one. */
export function RoleChoiceForm() {
  const t = useWords(words)
  const navigate = useNavigate()
  const [choice, setChoice] = useState<RoleOption>('site_incharge')
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: choice === 'admin' ? '/admin-login' : '/site-login' })
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-4">
          <h1 className="font-heavy text-title">{t.title}</h1>
        </legend>
        <RoleCard
          icon={HardHat}
          name={t.site}
          place={t.sitePlace}
          tasks={t.siteTasks}
          value="site_incharge"
          chosen={choice}
          onChoose={setChoice}
        />
        <RoleCard
          icon={Building2}
          name={t.admin}
          place={t.adminPlace}
          tasks={t.adminTasks}
          value="admin"
          chosen={choice}
          onChoose={setChoice}
        />
      </fieldset>
      <Button type="submit" className="min-h-14">
        {t.continue}
        <ArrowRight className="size-5" aria-hidden="true" />
      </Button>
    </form>
  )
}

interface RoleCardProps {
  icon: LucideIcon
  name: string
  place: string
  tasks: string
  value: RoleOption
  chosen: RoleOption
  onChoose(choice: RoleOption): void
}

function RoleCard({ icon: Icon, name, place, tasks, value, chosen, onChoose }: RoleCardProps) {
  return (
    <label className="flex items-center gap-4 rounded-sheet border border-edge bg-sheet p-4 tiny:gap-2 tiny:p-2 has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:outline-3 has-focus-visible:outline-ink has-focus-visible:outline-offset-2">
      <Icon className="size-8 shrink-0 tiny:hidden" strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-heavy text-lead leading-6">{name}</span>
        <span className="block text-ink-soft text-small">
          <span className="font-strong">{place}:</span> {tasks}
        </span>
      </span>
      <input
        type="radio"
        name="role"
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        className="grid size-6 shrink-0 appearance-none place-items-center rounded-full border-2 border-edge bg-sheet outline-none before:size-3 before:scale-0 before:rounded-full before:bg-on-accent checked:border-ink checked:bg-accent checked:before:scale-100"
      />
    </label>
  )
}
