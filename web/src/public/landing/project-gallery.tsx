import { useState } from 'react'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ProjectPicture } from './illustrations.tsx'
import { LANDING_CONTENT } from './landing-content-by-language.ts'
import type { LandingContent } from './landing-content-types.ts'
import { words } from './screen-texts.ts'

const PROJECT_FILTERS = ['all', 'solar', 'government', 'rooftop'] as const
type ProjectFilter = (typeof PROJECT_FILTERS)[number]

/** §2, Projects, with working filters: government filters by client, the others by kind of project. */
export function ProjectGallery() {
  const t = useWords(words)
  const { projects, categories, government } = LANDING_CONTENT[useLanguage((state) => state.language)]
  const [filter, setFilter] = useState<ProjectFilter>('all')
  const shown = projects.filter((project) => matchesProjectFilter(project, filter))
  // Rows of three, and of two where three would leave a gap.
  const large = shown.length % 3 === 0 ? 0 : shown.length === 4 ? 4 : 2
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t.filter}</legend>
        {PROJECT_FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={filter === one}
            onClick={() => setFilter(one)}
            className="min-h-12 rounded-brick border border-edge bg-sheet px-4 font-strong hover:border-ink aria-pressed:border-ink aria-pressed:bg-wash aria-pressed:inset-ring aria-pressed:inset-ring-ink"
          >
            {t[one]}
          </button>
        ))}
      </fieldset>
      <p role="status" className="mt-3 text-ink-soft text-small">
        {t.shown(countText(shown.length))}
      </p>
      <ul className="mt-4 grid gap-5 md:grid-cols-2 lg:grid-cols-6">
        {shown.map(({ title, category, forGovernment, description, picture }, index) => (
          <li
            key={picture}
            className={`flex flex-col overflow-hidden rounded-sheet border border-rule bg-sheet ${index < large ? 'lg:col-span-3' : 'lg:col-span-2'}`}
          >
            <ProjectPicture of={picture} />
            <div className="flex flex-1 flex-col gap-2 p-5">
              <p className="flex flex-wrap gap-2 font-strong text-small">
                <span className="rounded-brick bg-wash px-2 py-0.5">{categories[category]}</span>
                {forGovernment ? <span className="rounded-brick border border-edge px-2">{government}</span> : null}
              </p>
              <h3 className="font-heavy text-lead">{title}</h3>
              <p>{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function matchesProjectFilter(
  { category, forGovernment }: LandingContent['projects'][number],
  filter: ProjectFilter,
): boolean {
  return filter === 'all' || (filter === 'government' ? forGovernment : category === filter)
}
