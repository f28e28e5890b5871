import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, useState } from 'react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { controlLook } from './form-field.tsx'

const words = inBothLanguages(
  { show: 'Show password', hide: 'Hide password' },
  { show: 'पासवर्ड दिखाएँ', hide: 'पासवर्ड छिपाएँ' },
)

/** A password field that can show its text: on a site there is more glare than there are onlookers. */
export function PasswordInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const t = useWords(words)
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={`${controlLook} pr-13`}
      />
      <button
        type="button"
        aria-label={shown ? t.hide : t.show}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-brick text-ink-soft hover:text-ink"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </div>
  )
}
