import { useEffect, useMemo, useState } from 'react'
import type { Item } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { createLineSource } from '../../transcript/line-source.ts'
import type { View } from '../../transcript/render-options.ts'
import {
  itemsInSight,
  openTranscript,
  stepTranscript,
  type TranscriptAction,
  type TranscriptModel,
  visibleLines,
} from '../../transcript/transcript-view.ts'
import type { Ui } from '../../ui/ui.ts'

export interface ShownTranscript {
  readonly model: TranscriptModel
  /** As many as there are rows, with empty ones behind them. */
  readonly lines: readonly Line[]
  step(action: TranscriptAction): void
  /** Items of which something is on the screen. */
  inSight(): readonly Item[]
}

/** Items on so many rows, to be scrolled; what is added, another width or another height keeps the same place in sight. */
export const useTranscriptModel = (ui: Ui, items: readonly Item[], rows: number): ShownTranscript => {
  const source = useMemo(() => createLineSource(liveLook(ui)), [ui])
  const [model, setModel] = useState<TranscriptModel>(() => openTranscript(items, rows, source))
  useEffect(() => {
    setModel(before =>
      stepTranscript(
        stepTranscript(before, { type: 'items', items }, source),
        { type: 'resize', rows },
        source,
      ),
    )
  }, [items, rows, source])
  const shown = visibleLines(model, source, ui.theme)
  const blank = Array.from({ length: Math.max(0, model.rows - shown.length) }, () => '')
  return {
    model,
    lines: [...shown, ...blank],
    step: action => setModel(now => stepTranscript(now, action, source)),
    inSight: () => itemsInSight(model, source),
  }
}

/** What still runs says how it is now, not how it was when the dialog was opened. */
const liveLook = (ui: Ui): View => ({
  ...ui.look(),
  width: ui.width,
  get now() {
    return ui.ports.system.now()
  },
  get agents() {
    return ui.look().agents
  },
})
