import { Box, Text } from 'ink'
import { type ReactNode, useMemo, useReducer, useState } from 'react'
import type { TurnChanges } from '../../../../protocol/session/turn-changes.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Press, type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { hintLines } from '../../widgets/hint-lines.ts'
import { Lines } from '../../widgets/lines.tsx'
import { Answered } from '../answered.tsx'
import { Confirm } from '../confirm.tsx'
import { openInEditor } from '../open-in-editor.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { bodyLines, headLines } from './diff-lines.ts'
import { type DiffAction, diffText, editOf, fileOf, firstLine, openDiff, stepDiff } from './diff-model.ts'

/** What each turn changed in files; single edits can be taken back. */
export const DiffPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.diff
  const { answer } = useAnswer(() => ui.engine.query('changes'))
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {changes => <Changes changes={changes} close={close} />}
      </Answered>
    </DialogFrame>
  )
}

const Changes = ({
  changes,
  close,
}: {
  readonly changes: readonly TurnChanges[]
  close(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.diff
  const [model, dispatch] = useReducer(stepDiff, changes, openDiff)
  const [asking, setAsking] = useState(false)
  const view = useMemo(() => ({ ...ui.look(), words: ui.words, width: ui.width - 2 }), [ui])
  const head = headLines(model, view)
  const body = useMemo(() => bodyLines(model, view), [model, view])
  // Title, hints and a line that says where in the diff one is.
  const around = 2 + hintLines(words.hint, ui.width - 1).length + (asking ? 2 : 0)
  const rows = Math.max(3, ui.size.rows - head.length - around)
  const edit = editOf(model)
  const revert = async (toolUseId: string): Promise<void> => {
    setAsking(false)
    if (await sendOp(ui, { type: 'revert_edit', toolUseId }, words.reverted))
      dispatch({ type: 'changes', changes: await ui.engine.query('changes') })
  }
  const ask = (): void => {
    if (edit?.stuck !== undefined) ui.toast(edit.stuck, 'warning')
    else if (edit) setAsking(true)
    // Several: which one is meant is chosen first.
    else dispatch({ type: 'edit', step: 1 })
  }
  useKeys(
    'DiffDialog',
    press => {
      if (press.action === 'diff:dismiss' || press.key?.name === 'escape') close()
      else if (press.action === 'diff:revert') ask()
      else if (press.action === 'diff:openEditor') void openEditor(ui, fileOf(model)?.path, diffText(model))
      else {
        const action = actionOf(press, { lines: body.length, rows })
        if (!action) return false
        dispatch(action)
      }
      return true
    },
    !asking,
  )
  const shown = body.slice(model.top, model.top + rows)
  return (
    <Box flexDirection="column">
      <Lines lines={head} />
      <Lines lines={shown} />
      {body.length > rows ? (
        <Text>
          {ui.theme.paint('dim', `  ${model.top + 1}–${model.top + shown.length} / ${body.length}`)}
        </Text>
      ) : null}
      {asking && edit ? (
        <Confirm
          question={words.confirm}
          onYes={() => void revert(edit.toolUseId)}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </Box>
  )
}

const openEditor = async (ui: Ui, path: string | undefined, diff: string | undefined): Promise<void> => {
  if (path === undefined) return
  const line = firstLine(diff)
  await openInEditor(ui, { path, ...(line === undefined ? {} : { line }) })
}

const actionOf = (
  { action, key }: Press,
  size: { readonly lines: number; readonly rows: number },
): DiffAction | undefined => {
  switch (action) {
    case 'diff:previousFile':
      return { type: 'file', step: -1 }
    case 'diff:nextFile':
      return { type: 'file', step: 1 }
    case 'diff:previousSource':
      return { type: 'turn', step: 1 }
    case 'diff:nextSource':
      return { type: 'turn', step: -1 }
    case 'diff:viewDetails':
      return { type: 'edit', step: 1 }
    case 'diff:back':
      return { type: 'whole' }
    case 'scroll:pageUp':
      return { type: 'scroll', by: -size.rows, ...size }
    case 'scroll:pageDown':
      return { type: 'scroll', by: size.rows, ...size }
    default:
      return key?.name === 'enter'
        ? { type: 'edit', step: key.shift ? -1 : 1 }
        : key?.text === 'J' || key?.text === 'K'
          ? { type: 'scroll', by: key.text === 'J' ? 1 : -1, ...size }
          : undefined
  }
}
