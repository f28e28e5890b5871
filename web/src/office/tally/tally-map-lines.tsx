import type { TallyMapAnswer, TallyMapLine } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { PAYMENT_MODE_LABELS } from '@ledger/contracts/labels/transaction-labels.ts'
import { TALLY_LINE_KINDS } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type Language, useLanguage } from '../../shared/language/language-setting.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { BeneficiaryPicker } from '../entries/beneficiary-picker.tsx'
import { isPaymentMode } from '../transactions/is-payment-mode.ts'
import { words } from './screen-texts.ts'
import { TallyMapLineDialog } from './tally-map-line-dialog.tsx'
import { setTallyMap, TALLY_MAP_KEY } from './tally-queries.ts'

const OTHER_PURPOSES: TallyMapLine = {
  ...{ kind: 'otherPurposes', id: '', name: '', ledger: null, group: null, isChosen: false, problem: 'no_line' },
}

/** The ledgers in Tally of everything that the entries need: those without one first, then by kind and name. */
export function TallyMapLines({ map, mayChange }: { map: TallyMapAnswer; mayChange: boolean }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [changing, setChanging] = useState<TallyMapLine>()
  const lines = sortByName(map.lines, language, ({ name }) => name).sort((a, b) => rankOf(a) - rankOf(b))
  const hasOthers = lines.some(({ kind }) => kind === 'otherPurposes')
  return (
    <section aria-labelledby="tally-map-title" className="grid gap-3">
      <h3 id="tally-map-title" className="font-heavy">
        {t.map}
      </h3>
      {mayChange ? <UseDefaults value={map.useDefaults} /> : null}
      <ul>
        {lines.map((line) => (
          <MapLine
            key={`${line.kind} ${line.id}`}
            line={line}
            onChange={mayChange ? () => setChanging(line) : undefined}
          />
        ))}
      </ul>
      {mayChange ? (
        <div className="flex flex-wrap items-center gap-3">
          {hasOthers ? null : (
            <Button kind="secondary" onClick={() => setChanging(OTHER_PURPOSES)}>
              {t.addOthers}
            </Button>
          )}
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="float-left mr-1 flex min-h-9 items-center">{t.addParty}</legend>
            <BeneficiaryPicker
              chosen=""
              party=""
              onChoose={(id, name) => {
                if (id !== '') setChanging({ ...OTHER_PURPOSES, kind: 'party', id, name })
              }}
            />
          </fieldset>
        </div>
      ) : null}
      {changing === undefined ? null : (
        <TallyMapLineDialog
          line={changing}
          name={nameOf(changing, language, t.otherPurposes)}
          onClose={() => setChanging(undefined)}
        />
      )}
    </section>
  )
}

const rankOf = ({ kind, ledger }: TallyMapLine) => (ledger === null ? -1 : TALLY_LINE_KINDS.indexOf(kind))

function nameOf({ kind, name }: TallyMapLine, language: Language, otherPurposes: string): string {
  if (kind === 'otherPurposes') return otherPurposes
  return kind === 'mode' && isPaymentMode(name) ? PAYMENT_MODE_LABELS[name][language] : name
}

function MapLine({ line, onChange }: { line: TallyMapLine; onChange: (() => void) | undefined }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { kind, ledger, group, isChosen, problem } = line
  const name = nameOf(line, language, t.otherPurposes)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rule border-t py-2.5">
      <div className="min-w-0">
        <p className="break-words font-strong">{name}</p>
        {kind === 'otherPurposes' ? null : <p className="text-ink-soft text-small">{t[kind]}</p>}
      </div>
      <div className="flex min-w-0 items-center gap-4">
        {ledger === null ? (
          <p className="font-strong text-debit">{problem === 'ambiguous' ? t.ambiguous : t.noLine}</p>
        ) : (
          <p className="min-w-0 break-words text-right">
            {ledger}
            <span className="block text-ink-soft text-small">
              {[group, isChosen ? t.chosen : null].filter((part) => part !== null).join(' · ')}
            </span>
            {problem === 'unreachable' ? <span className="block text-debit text-small">{t.unreachable}</span> : null}
          </p>
        )}
        {onChange === undefined ? null : (
          <Button kind="secondary" onClick={onChange} aria-label={`${ledger === null ? t.choose : t.change}: ${name}`}>
            {ledger === null ? t.choose : t.change}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The switch of the defaults. */
function UseDefaults({ value }: { value: boolean }) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const saving = useMutation({
    mutationFn: (useDefaults: boolean) =>
      setTallyMap({ body: { lines: [], useDefaults }, idempotencyKey: key.toSend() }),
    async onSuccess() {
      key.done()
      await client.invalidateQueries({ queryKey: TALLY_MAP_KEY })
    },
    onError: (error) => key.failed(error),
  })
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={saving.isPending ? saving.variables : value}
          disabled={saving.isPending}
          onChange={({ target }) => saving.mutate(target.checked)}
          className="size-5 accent-accent"
        />
        {t.useDefaults}
      </label>
      <RefusalMessage error={saving.error} />
    </div>
  )
}
