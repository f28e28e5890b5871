import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../language/in-both-languages.ts'
import {
  type BoxSize,
  fillingScale,
  fitIntoBox,
  INITIAL_VIEWPORT,
  keepInsideBox,
  maxScaleOf,
  moveViewport,
  type PictureViewport,
  zoomViewport,
} from './picture-viewport.ts'
import { words } from './screen-texts.ts'

interface Props {
  src: string
  alt: string
  picture: BoxSize
  view: PictureViewport
  onView(change: (view: PictureViewport) => PictureViewport): void
  onPage(by: number): void
  onFailed(): void
}

const SWIPE_PX = 60
/** A double tap enlarges at least by this, and a long bill until it fills the box. */
const MIN_TAP_ZOOM = 2.5
/** The zoom factor of one notch of a wheel. */
const WHEEL_ZOOM = 1.2

type Point = { readonly x: number; readonly y: number }

/** One picture in its box. One finger moves it or pages, two fingers zoom, and so do the wheel and a double tap. */
export function ZoomablePicture({ src, alt, picture, view, onView, onPage, onFailed }: Props) {
  const t = useWords(words)
  const box = useRef<HTMLDivElement>(null)
  const size = useSizeOf(box)
  const [isLoaded, setLoaded] = useState(false)
  const fingers = useRef(new Map<number, Point>())
  const swiped = useRef({ x: 0, y: 0 })
  const change = (next: (view: PictureViewport) => PictureViewport) =>
    onView((now) => keepInsideBox(next(now), size, picture))

  const zoom = (factor: number, at: Point) => change((now) => zoomViewport(now, factor, maxScaleOf(picture), at))

  const latest = useRef(zoom)
  latest.current = zoom
  // React's wheel listener is passive, so it cannot stop the page from zooming as well.
  useEffect(() => {
    const element = box.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event.deltaY < 0 ? WHEEL_ZOOM : 1 / WHEEL_ZOOM, pointIn(element, event))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [])

  const onDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    if (fingers.current.size === 0) swiped.current = { x: 0, y: 0 }
    fingers.current.set(event.pointerId, pointIn(box.current, event))
  }
  const onMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (before === undefined) return
    const at = pointIn(box.current, event)
    const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
    fingers.current.set(event.pointerId, at)
    if (other !== undefined) {
      // After a zoom the two fingers do not page when they leave.
      swiped.current = { x: 0, y: Number.POSITIVE_INFINITY }
      const factor = Math.hypot(at.x - other.x, at.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y)
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
      return Number.isFinite(factor) ? zoom(factor, middle) : undefined
    }
    const by = { x: at.x - before.x, y: at.y - before.y }
    swiped.current = { x: swiped.current.x + by.x, y: swiped.current.y + by.y }
    change((now) => moveViewport(now, by.x, by.y))
  }
  const onUp = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    const { x, y } = swiped.current
    if (fingers.current.size === 0 && view.scale === 1 && Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y))
      onPage(x < 0 ? 1 : -1)
  }

  const fitted = fitIntoBox(size, picture, view.turn)
  const { x, y } = keepInsideBox(view, size, picture)
  // Keys and buttons do not know the box, so the position is limited to the box here.
  useEffect(() => {
    if (x !== view.x || y !== view.y) onView((now) => ({ ...now, x, y }))
  }, [x, y, view.x, view.y, onView])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: buttons and keys do the same (bill-viewer.tsx)
    <div
      ref={box}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
      onDoubleClick={(event) =>
        view.scale > 1
          ? change(({ turn }) => ({ ...INITIAL_VIEWPORT, turn }))
          : zoom(Math.max(MIN_TAP_ZOOM, fillingScale(size, picture, view.turn)), pointIn(box.current, event))
      }
      className="relative touch-none select-none overflow-hidden"
      aria-busy={!isLoaded}
    >
      {isLoaded ? null : <p className="absolute inset-0 grid place-content-center text-ink-soft">{t.loading}</p>}
      <img
        src={src}
        alt={alt}
        draggable={false}
        onLoad={() => setLoaded(true)}
        onError={onFailed}
        className="absolute top-1/2 left-1/2 max-w-none"
        style={{
          ...fitted,
          transform: `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${view.turn * 90}deg) scale(${view.scale})`,
        }}
      />
    </div>
  )
}

/** Returns the point in px from the middle of the box. */
function pointIn(box: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = box?.getBoundingClientRect() ?? new DOMRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** Returns the size of the box as it is laid out, also after the phone was turned. */
function useSizeOf(box: React.RefObject<HTMLElement | null>): BoxSize {
  const [size, setSize] = useState<BoxSize>({ width: 1, height: 1 })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth || 1, height: element.clientHeight || 1 })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
