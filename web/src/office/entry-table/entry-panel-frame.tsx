import { SidePanel } from '../../shared/design/side-panel.tsx'
import type { EntryFrameProps } from '../../shared/entry/dialog/entry-dialog.tsx'

/** The panel of an entry beside its table, which keeps the keys: an arrow key opens the next entry in its place. */
export function EntryPanelFrame(props: EntryFrameProps) {
  return (
    <SidePanel {...props} takesFocus={false}>
      <div className="entry-panel">{props.children}</div>
    </SidePanel>
  )
}
