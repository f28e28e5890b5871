import type { InputHTMLAttributes, ReactNode } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  children: ReactNode
}

/** One of a few choices: a radio as wide as its words, 48 px high. The dot marks the choice as well as the colour. */
export function RadioChoice({ children, className = '', ...rest }: Props) {
  return (
    <label
      className={`flex min-h-12 items-center gap-2 rounded-brick min-[360px]:gap-3 border border-edge bg-sheet px-3 py-1 leading-5 has-checked:border-ink has-checked:bg-wash has-checked:font-strong has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:outline-3 has-focus-visible:outline-ink has-focus-visible:outline-offset-2 ${className}`}
    >
      <input
        {...rest}
        type="radio"
        className="grid size-5 shrink-0 appearance-none place-items-center rounded-full border-2 border-edge bg-sheet outline-none before:size-2.5 before:scale-0 before:rounded-full before:bg-ink checked:border-ink checked:before:scale-100"
      />
      {children}
    </label>
  )
}
