import { Camera, CircleAlert, Eye, FilePlus, RotateCcw, X } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { buttonLook } from '../design/controls/button.tsx'
import { useWords } from '../language/in-both-languages.ts'
import { isMobileDevice } from '../voice/mobile-device.ts'
import { BillThumbnail } from './bill-thumbnail.tsx'
import { toViewedBill } from './bill-thumbnail-row.tsx'
import { billThumbnailPath } from './bill-urls.ts'
import { BillViewer, type ViewedBill } from './bill-viewer.tsx'
import { words } from './screen-texts.ts'
import { dataUrlOf } from './shrink-picture.ts'
import type { ChosenBill, FormBills } from './use-bills.ts'

interface Props {
  bills: FormBills
  /** The reason why the form cannot be sent yet, or is sent without a bill that it had, in the reader's language. */
  error?: string | undefined
}

/** The bills of a form: a photo taken now or a file. Each can be opened and removed. */
export function BillsField({ bills, error }: Props) {
  const t = useWords(words)
  const id = useId()
  const [viewed, setViewed] = useState<{ all: readonly ViewedBill[]; first: number }>()
  const [lost, setLost] = useState<string>()
  const { chosen, problems, preparing } = bills
  const lostAt = chosen.findIndex((one) => one.key === lost)
  const look = async (key: string) => {
    const read = await Promise.all(chosen.map((one) => viewedChosen(one).catch(() => undefined)))
    const all = read.filter((one) => one !== undefined)
    const first = all.findIndex((one) => one.key === key)
    setLost(first === -1 ? key : undefined)
    if (first !== -1) setViewed({ all, first })
  }
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // The same file can be chosen again after it was removed.
    target.value = ''
    bills.add(files)
  }
  const isOnPhone = isMobileDevice()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend that no grid lays out
    <div role="group" aria-labelledby={`${id}-label`} className="grid content-start gap-2">
      <p id={`${id}-label`} className="font-strong">
        {t.bills}
        <span className="ml-2 font-normal text-ink-soft text-small">{t.optional}</span>
      </p>
      {chosen.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((one, index) => (
            <li key={one.key} className="w-[7.375rem] rounded-brick border border-rule bg-sheet">
              <ChosenBillItem
                one={one}
                n={String(index + 1)}
                onLook={() => void look(one.key)}
                onRemove={() => bills.remove(one.key)}
                onRetry={() => bills.retry(one.key)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={isOnPhone ? 'grid grid-cols-2 tiny:grid-cols-1 gap-3' : 'grid'}>
        {isOnPhone ? (
          <label className={FILE_BUTTON_LOOK}>
            <input type="file" accept="image/*" capture="environment" onChange={take} className="sr-only" />
            <Camera className="size-5" aria-hidden="true" />
            {t.photo}
          </label>
        ) : null}
        <label className={FILE_BUTTON_LOOK}>
          <input type="file" accept="image/*,application/pdf" multiple onChange={take} className="sr-only" />
          <FilePlus className="size-5" aria-hidden="true" />
          {t.file}
        </label>
      </div>
      <p role="status" className="text-ink-soft text-small empty:hidden">
        {preparing === 0 ? '' : t.preparing}
      </p>
      <div role="alert" className="grid gap-1 empty:hidden">
        {problems.map(({ why, name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <ProblemSentence key={index} text={t[why](name)} />
        ))}
        {lostAt === -1 ? null : <ProblemSentence text={t.unreadable(t.bill(String(lostAt + 1)))} />}
        {error === undefined ? null : <ProblemSentence text={error} />}
      </div>
      {viewed === undefined ? null : (
        <BillViewer bills={viewed.all} first={viewed.first} onClosed={() => setViewed(undefined)} />
      )}
    </div>
  )
}

const FILE_BUTTON_LOOK = `${buttonLook('secondary')} cursor-pointer px-3! has-disabled:cursor-default has-disabled:text-ink-soft has-focus-visible:outline-3 has-focus-visible:outline-ink`

function ProblemSentence({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5 break-words font-strong text-debit text-small">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{text}</span>
    </p>
  )
}

interface ChosenBillItemProps {
  one: ChosenBill
  n: string
  onLook(): void
  onRemove(): void
  onRetry(): void
}

function ChosenBillItem({ one, n, onLook, onRemove, onRetry }: ChosenBillItemProps) {
  const t = useWords(words)
  const look = 'grid size-11 place-items-center rounded-brick hover:bg-ground'
  return (
    <>
      <div className="flex">
        <BillThumbnail src={previewOf(one)} />
        <div className="grid flex-1 content-between justify-items-end">
          <button type="button" aria-label={t.remove(n)} onClick={onRemove} className={look}>
            <X className="size-5" aria-hidden="true" />
          </button>
          {one.is === 'failed' ? (
            <button type="button" aria-label={t.retry(n)} onClick={onRetry} className={look}>
              <RotateCcw className="size-5" aria-hidden="true" />
            </button>
          ) : (
            <button type="button" aria-label={t.open(n)} onClick={onLook} className={look}>
              <Eye className="size-5" aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
      {one.is === 'sending' ? (
        <progress
          value={one.part}
          aria-label={t.sending(n, String(Math.round(one.part * 100)))}
          className="block h-2 w-full accent-ink"
        />
      ) : null}
      {one.is === 'failed' ? (
        <p role="alert" className="break-words p-2 text-debit text-small">
          <span className="block font-strong">{t.failed}</span>
          {one.why}
        </p>
      ) : null}
    </>
  )
}

function previewOf(one: ChosenBill): string | undefined {
  if (one.is !== 'stored') return one.file.picture?.preview
  return one.bill.type === 'application/pdf' ? undefined : billThumbnailPath(one.bill.id)
}

/**
 * Returns a file of this phone as a data URL, because the content security policy forbids blob URLs; fails where the
 * browser has lost the file.
 */
async function viewedChosen(one: ChosenBill): Promise<ViewedBill> {
  if (one.is === 'stored') return { ...toViewedBill(one.bill), key: one.key }
  const { blob, picture } = one.file
  return { key: one.key, src: picture === undefined ? '' : await dataUrlOf(blob), picture }
}
