import type { ButtonHTMLAttributes } from 'react'

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

const BUTTON_LOOKS: Readonly<Record<ButtonKind, string>> = {
  primary:
    'bg-accent text-on-accent font-heavy hover:bg-accent-press active:bg-accent-press border border-accent-line px-5',
  secondary: 'bg-sheet text-ink font-strong border border-edge hover:border-ink active:bg-ground px-5',
  quiet: 'text-ink font-strong hover:bg-rule/60 active:bg-rule px-3',
  danger: 'bg-debit text-on-debit font-heavy border border-debit hover:opacity-90 px-5',
}

/** The look of a button, for links that act like one. Never lower than 48 px. */
export function buttonLook(kind: ButtonKind): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-brick text-body select-none [&>svg]:shrink-0 disabled:border-rule disabled:bg-rule disabled:text-ink-soft disabled:cursor-default ${BUTTON_LOOKS[kind]}`
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
}

export function Button({ kind = 'primary', type = 'button', className = '', ...rest }: Props) {
  return <button type={type} className={`${buttonLook(kind)} ${className}`} {...rest} />
}
