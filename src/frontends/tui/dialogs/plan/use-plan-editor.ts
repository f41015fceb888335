import { useEffect, useRef, useState } from 'react'
import { describeError, type Text } from '../../../../protocol/messages/localized-text.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui/ui.ts'

interface PlanEditor {
  /** What the person made of it; undefined while it is as the model wrote it. */
  readonly edited: string | undefined
  readonly editing: boolean
  edit(plan: string): void
}

/** The plan in the person's own editor. */
export const usePlanEditor = (original: string): PlanEditor => {
  const ui = useUi()
  const words = ui.words.dialogs
  const [edited, setEdited] = useState<string>()
  const [editing, setEditing] = useState(false)
  const busy = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const take = (result: { readonly text: string } | { readonly error: Text }): void => {
    busy.current = false
    if (gone.current) return
    setEditing(false)
    if ('error' in result) ui.toast(words.editorFailed(safeLine(ui.words.localize(result.error))), 'error')
    else if (result.text.trim() === '') ui.toast(words.emptyPlan, 'warning')
    else setEdited(result.text === original ? undefined : result.text)
  }
  return {
    edited,
    editing,
    edit: plan => {
      if (busy.current) return
      busy.current = true
      setEditing(true)
      ui.ports.system.edit(plan).then(take, (error: unknown) => take({ error: describeError(error) }))
    },
  }
}
