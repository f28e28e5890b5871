interface Props {
  label: string
  narrations: readonly string[]
  chosen: string
  onChoose(narration: string): void
}

/** Narrations that were used for a payee before, one tap instead of typing. */
export function NarrationChips({ label, narrations, chosen, onChoose }: Props) {
  const others = narrations.filter((text) => text !== chosen.trim())
  if (others.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend that no grid lays out
    <div role="group" aria-label={label} className="-mt-3 flex flex-wrap gap-2">
      {others.map((text) => (
        <button
          key={text}
          type="button"
          onClick={() => onChoose(text)}
          className="min-h-11 max-w-full rounded-brick border border-edge bg-sheet px-3 py-1 text-left text-small [overflow-wrap:anywhere]"
        >
          {text}
        </button>
      ))}
    </div>
  )
}
