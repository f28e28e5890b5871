/** The narrowest window, in sizes of the reader's own text, in which two things stand beside each other. */
const TINY_REM = 18

/**
 * Marks the document, for the variant `tiny` of base.css, while a window is narrower than any phone at its own size:
 * the reader has zoomed it, or has enlarged the text. A media query does not know a root font size set in the page.
 */
export function markEnlargedText(): void {
  const root = document.documentElement
  const look = () =>
    root.toggleAttribute('data-tiny', innerWidth < TINY_REM * Number.parseFloat(getComputedStyle(root).fontSize))
  look()
  window.addEventListener('resize', look)
}
