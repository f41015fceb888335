import { Box, type DOMElement, Text } from 'ink'
import { type ReactNode, useRef } from 'react'
import { layoutEditor } from '../input/editor/layout.ts'
import { applyEdit, createEditor, type Editor, expandEditor } from '../input/editor.ts'
import { type Press, useUi } from '../ui/ui.ts'
import { useCaret } from '../ui/use-caret.ts'
import { useKeys } from '../ui/use-keys.ts'
import { useLive } from '../ui/use-live.ts'
import { fieldKey, veiled } from './field-key.ts'
import { Lines } from './lines.tsx'
import type { TextFieldProps } from './widget-props.ts'

const MOST_ROWS = 6
/** Left free for what stands in front of the field. */
const LABEL_COLUMNS = 16

/** A text to be typed, with the editing of the prompt. */
export const TextField = (props: TextFieldProps): ReactNode => {
  const { theme, width } = useUi()
  const editor = useLive(() => createEditor(props.initial ?? ''))
  const node = useRef<DOMElement>(null)
  const active = props.active !== false
  const room = Math.max(8, Math.min(width - 2, props.width ?? width - LABEL_COLUMNS))
  const take = (press: Press): boolean => {
    const now = editor.now()
    const meant = fieldKey(press, now, { width: room, multiLine: props.multiLine === true })
    if (meant === undefined || (meant === 'cancel' && !props.onCancel)) return false
    if (meant === 'submit') props.onSubmit(wholeText(now))
    else if (meant === 'cancel') props.onCancel?.()
    else {
      const next = applyEdit(now, meant)
      editor.set(next)
      if (next.text !== now.text) props.onChange?.(wholeText(next))
    }
    return true
  }
  useKeys('Chat', take, active)
  const shown = props.secret ? veiled(editor.shown) : editor.shown
  const layout = layoutEditor(shown, { width: room, maxRows: MOST_ROWS, prefix: 0 })
  useCaret(node, active ? layout.caret : undefined)
  const rows = layout.rows.map(row => row.spans.map(span => theme.paint(span.tone, span.text)).join(''))
  return (
    <Box ref={node} flexDirection="column" width={room}>
      {editor.shown.text === '' && props.placeholder !== undefined ? (
        <Text wrap="truncate">{theme.paint('ghost', props.placeholder)}</Text>
      ) : (
        <Lines lines={rows} />
      )}
    </Box>
  )
}

const wholeText = (editor: Editor): string => expandEditor(editor).text
