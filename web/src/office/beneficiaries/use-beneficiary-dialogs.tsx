import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { type ReactNode, useState } from 'react'
import { MergeDialog } from './merge-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

interface NameChanges {
  selected: readonly Beneficiary[]
  select(beneficiary: Beneficiary, isSelected: boolean): void
  clear(): void
  askMerge(beneficiaries: readonly Beneficiary[]): void
  askRename(beneficiary: Beneficiary): void
  /** The open dialog, if any. */
  dialog: ReactNode
}

/** Holds which beneficiaries of a list are selected, and which dialog about their names is open. */
export function useBeneficiaryDialogs(): NameChanges {
  const [selected, setSelected] = useState<readonly Beneficiary[]>([])
  const [merging, askMerge] = useState<readonly Beneficiary[]>()
  const [renaming, askRename] = useState<Beneficiary>()
  const close = () => {
    askMerge(undefined)
    askRename(undefined)
  }
  const dialog =
    merging !== undefined ? (
      <MergeDialog
        beneficiaries={merging}
        onMerged={() => {
          close()
          setSelected([])
        }}
        onClose={close}
      />
    ) : renaming !== undefined ? (
      <RenameDialog beneficiary={renaming} onMerge={(other) => askMerge([other, renaming])} onClose={close} />
    ) : null
  return {
    selected,
    select: (beneficiary, isSelected) =>
      setSelected((before) => {
        const others = before.filter(({ id }) => id !== beneficiary.id)
        return isSelected ? [...others, beneficiary] : others
      }),
    clear: () => setSelected([]),
    askMerge,
    askRename,
    dialog,
  }
}
