import type { MaskedDetails } from '@ledger/contracts/events/event-schemas.ts'
import { EDIT_LOG_FIELD_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { noneText } from './limit-texts.ts'

/** Returns the masked details of a beneficiary, such as `PAN ABxxxxxx4F, GSTIN none`. */
export function maskedDetailsText({ pan, gstin, phone }: MaskedDetails, language: Language): string {
  const labels = EDIT_LOG_FIELD_LABELS[language]
  const none = noneText(language)
  return [`${labels.PAN} ${pan ?? none}`, `${labels.GSTIN} ${gstin ?? none}`, `${labels.phone} ${phone ?? none}`].join(
    ', ',
  )
}
