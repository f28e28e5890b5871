import { ChevronLeft, ChevronRight, Download, FileText, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { parseErrorResponse } from '../api/api-error.ts'
import { Button, buttonLook } from '../design/controls/button.tsx'
import { useModalDialog } from '../design/dialog/dialog.tsx'
import { useCloseOnBack } from '../design/dialog/use-close-on-back.ts'
import { useWords } from '../language/in-both-languages.ts'
import {
  type BoxSize,
  INITIAL_VIEWPORT,
  maxScaleOf,
  moveViewport,
  type PictureViewport,
  turnViewport,
  zoomViewport,
} from './picture-viewport.ts'
import { words } from './screen-texts.ts'
import { ZoomablePicture } from './zoomable-picture.tsx'

/** A bill in the viewer: one of the ledger, or a file that waits on this phone and has no id. */
export interface ViewedBill {
  readonly key: string
  readonly id?: string
  readonly src: string
  /** The size of the picture; undefined for a PDF. */
  readonly picture: BoxSize | undefined
}

/** A button that asks for confirmation and has the bill erased. */
export type EraseBillControl = ComponentType<{ id: string; onErased(): void }>

interface Props {
  bills: readonly ViewedBill[]
  /** The index of the bill that is shown first. */
  first: number
  erase?: EraseBillControl | undefined
  onClosed(): void
}

const PAN_STEP_PX = 80
const ZOOM_STEP = 1.5

/**
 * Bills as large as the screen: turned, zoomed and paged by fingers, keys and buttons
 * (docs/decisions/0015-bills.md). picture-viewport.ts calculates the position of a picture in its box.
 */
export function BillViewer({ bills, first, erase: Erase, onClosed }: Props) {
  const t = useWords(words)
  const ref = useRef<HTMLDialogElement>(null)
  useModalDialog(ref)
  useCloseOnBack(onClosed)
  const [index, setIndex] = useState(first)
  const [view, setView] = useState(INITIAL_VIEWPORT)
  const [problems, setProblems] = useState<Readonly<Record<string, 'erased' | 'not_loaded'>>>({})
  const bill = bills[index]
  if (bill === undefined) return null
  const problem = problems[bill.key]
  const isPicture = bill.picture !== undefined && problem === undefined
  const page = (by: number) => {
    const next = index + by
    if (next < 0 || next >= bills.length) return
    setIndex(next)
    setView(INITIAL_VIEWPORT)
  }
  const zoom = (factor: number) =>
    bill.picture === undefined ? view : zoomViewport(view, factor, maxScaleOf(bill.picture))
  const say = (what: 'erased' | 'not_loaded') => setProblems((all) => ({ ...all, [bill.key]: what }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // A dialog opened from here handles its own keys.
    if (event.target instanceof Element && event.target.closest('dialog') !== ref.current) return
    const act = viewportForKey(event.key, view, zoom, page)
    if (act === undefined) return
    event.preventDefault()
    if (typeof act === 'object' && isPicture) setView(act)
  }
  const title = t.title(String(index + 1), String(bills.length))
  return (
    <dialog
      ref={ref}
      aria-label={title}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClosed()
      }}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-full max-w-none grid-rows-[auto_minmax(0,1fr)] overflow-hidden bg-ground text-ink open:grid"
    >
      {/* The row above is left to toasts. */}
      <div className="row-start-2 grid min-w-0 grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between gap-2 border-rule border-b bg-sheet py-1 pr-1 pl-4">
          <h2 aria-live="polite" tabIndex={-1} className="font-heavy text-lead outline-none">
            {title}
          </h2>
          <ViewerButton label={t.close} onClick={onClosed}>
            <X className="size-6" aria-hidden="true" />
          </ViewerButton>
        </div>
        {isPicture && bill.picture !== undefined ? (
          <ZoomablePicture
            key={bill.key}
            src={bill.src}
            alt={t.bill(String(index + 1))}
            picture={bill.picture}
            view={view}
            onView={setView}
            onPage={page}
            onFailed={() => void reasonNotLoaded(bill.src).then(say)}
          />
        ) : (
          <div className="grid place-content-center justify-items-center gap-4 p-6 text-center">
            {problem === undefined ? (
              <>
                <FileText className="size-16 text-ink-soft" aria-hidden="true" />
                <p>{t.pdfText}</p>
              </>
            ) : (
              <p role="alert" className="max-w-sm font-strong">
                {problem === 'erased' ? t.erased : t.notLoaded}
              </p>
            )}
            {problem === 'not_loaded' ? (
              <Button kind="secondary" onClick={() => setProblems(({ [bill.key]: _, ...others }) => others)}>
                {t.again}
              </Button>
            ) : null}
            {problem === undefined && bill.id !== undefined ? (
              <a href={bill.src} download target="_blank" rel="noreferrer" className={buttonLook('primary')}>
                <Download className="size-5" aria-hidden="true" />
                {t.save}
              </a>
            ) : null}
          </div>
        )}
        <div className="flex flex-wrap items-center justify-center border-rule border-t bg-sheet p-1 pb-[max(4px,env(safe-area-inset-bottom))]">
          {bills.length === 1 ? null : (
            <>
              <ViewerButton label={t.previous} disabled={index === 0} onClick={() => page(-1)}>
                <ChevronLeft className="size-6" aria-hidden="true" />
              </ViewerButton>
              <ViewerButton label={t.next} disabled={index === bills.length - 1} onClick={() => page(1)}>
                <ChevronRight className="size-6" aria-hidden="true" />
              </ViewerButton>
            </>
          )}
          <ViewerButton
            label={t.farther}
            disabled={!isPicture || view.scale === 1}
            onClick={() => setView(zoom(1 / ZOOM_STEP))}
          >
            <ZoomOut className="size-6" aria-hidden="true" />
          </ViewerButton>
          <ViewerButton label={t.closer} disabled={!isPicture} onClick={() => setView(zoom(ZOOM_STEP))}>
            <ZoomIn className="size-6" aria-hidden="true" />
          </ViewerButton>
          <ViewerButton label={t.turn} disabled={!isPicture} onClick={() => setView(turnViewport(view))}>
            <RotateCw className="size-6" aria-hidden="true" />
          </ViewerButton>
          {isPicture && bill.id !== undefined ? (
            <a
              href={bill.src}
              download={`bill-${bill.id.slice(0, 8)}.jpg`}
              aria-label={t.save}
              title={t.save}
              className="grid size-11 place-items-center rounded-brick hover:bg-ground"
            >
              <Download className="size-6" aria-hidden="true" />
            </a>
          ) : null}
          {Erase === undefined || bill.id === undefined || problem === 'erased' ? null : (
            <Erase key={bill.id} id={bill.id} onErased={() => say('erased')} />
          )}
        </div>
      </div>
    </dialog>
  )
}

/**
 * Applies a key. Returns the new view, true where the key is used up, undefined where it is not a key of the viewer.
 */
function viewportForKey(
  key: string,
  view: PictureViewport,
  zoom: (factor: number) => PictureViewport,
  page: (by: number) => void,
): PictureViewport | true | undefined {
  const isNear = view.scale > 1
  switch (key) {
    case 'ArrowLeft':
      return isNear ? moveViewport(view, PAN_STEP_PX, 0) : paged(-1)
    case 'ArrowRight':
      return isNear ? moveViewport(view, -PAN_STEP_PX, 0) : paged(1)
    case 'ArrowUp':
      return moveViewport(view, 0, PAN_STEP_PX)
    case 'ArrowDown':
      return moveViewport(view, 0, -PAN_STEP_PX)
    case 'PageUp':
      return paged(-1)
    case 'PageDown':
      return paged(1)
    case '+':
    case '=':
      return zoom(ZOOM_STEP)
    case '-':
      return zoom(1 / ZOOM_STEP)
    case '0':
      return INITIAL_VIEWPORT
    case 'r':
    case 'R':
      return turnViewport(view)
    default:
      return undefined
  }
  function paged(by: number): true {
    page(by)
    return true
  }
}

/** Returns why an `<img>` failed to load, which the element itself does not say. */
async function reasonNotLoaded(src: string): Promise<'erased' | 'not_loaded'> {
  try {
    const response = await fetch(src, { credentials: 'same-origin' })
    if (response.ok) return 'not_loaded'
    return (await parseErrorResponse(response)).status === 410 ? 'erased' : 'not_loaded'
  } catch {
    return 'not_loaded'
  }
}

interface ViewerButtonProps {
  label: string
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

export function ViewerButton({ label, disabled = false, onClick, children }: ViewerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // The button stays focusable, because a button that was just pressed must not lose the focus.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="grid size-11 place-items-center rounded-brick hover:bg-ground aria-disabled:text-ink-soft aria-disabled:opacity-60"
    >
      {children}
    </button>
  )
}
