import { setTallyMapBody, type TallyMapLine } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { TALLY_GROUPS, type TallyGroup } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { words } from './screen-texts.ts'
import { setTallyMap, TALLY_MAP_KEY } from './tally-queries.ts'

const GROUP_OF_KIND: Record<TallyMapLine['kind'], TallyGroup> = {
  person: 'Cash-in-Hand',
  site: 'Direct Expenses',
  mode: 'Bank Accounts',
  purpose: 'Direct Expenses',
  otherPurposes: 'Direct Expenses',
  party: 'Sundry Creditors',
}

/** Chooses the ledger in Tally of one line, or takes the choice back. */
export function TallyMapLineDialog({ line, name, onClose }: { line: TallyMapLine; name: string; onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const { kind, id } = line
  const isSite = kind === 'site'
  const [ledger, setLedger] = useState(line.ledger ?? '')
  const [group, setGroup] = useState(line.group ?? GROUP_OF_KIND[kind])
  const [problem, setProblem] = useState<string>()
  const saving = useMutation({
    mutationFn: (chosen: string | null) => setTallyMap({ body: bodyOf(chosen), idempotencyKey: key.toSend() }),
    async onSuccess() {
      key.done()
      showToast({ tone: 'done', title: t.saved, text: name })
      await client.invalidateQueries({ queryKey: TALLY_MAP_KEY })
      onClose()
    },
    onError: (error) => key.failed(error),
  })
  const bodyOf = (chosen: string | null) => ({
    lines: [{ kind, id, ledger: chosen, group: chosen === null || isSite ? null : group }],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = setTallyMapBody.safeParse(bodyOf(ledger))
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !saving.isPending) saving.mutate(ledger)
  }
  return (
    <FormDialog
      title={t.changeOf(name)}
      isEdited={ledger !== (line.ledger ?? '')}
      isSaving={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" disabled={saving.isPending} className="min-h-14">
          {saving.isPending ? t.saving : t.save}
        </Button>
      }
    >
      <FormField label={isSite ? t.costCentre : t.ledger} hint={t.ledgerHint} error={inWords(problem)}>
        {(parts) => (
          <input
            {...parts}
            value={ledger}
            autoComplete="off"
            disabled={saving.isPending}
            onChange={({ target }) => setLedger(target.value)}
            className={controlLook}
          />
        )}
      </FormField>
      {isSite ? null : (
        <FormField label={t.group}>
          {(parts) => (
            <Select {...parts} value={group} onChange={({ target }) => setGroup(target.value as TallyGroup)}>
              {TALLY_GROUPS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {line.isChosen ? (
        <Button kind="secondary" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
          {t.byName}
        </Button>
      ) : null}
    </FormDialog>
  )
}
