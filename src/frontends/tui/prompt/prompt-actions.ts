import { applyEdit, labelledText } from '../input/editor.ts'
import { movableCommand } from '../state/doing.ts'
import type { Desk } from './desk.ts'

/** Actions of the keymap that are neither editing nor history. Answers whether it was one. */
export const promptActions = (desk: Desk): ((action: string) => boolean) => {
  const actions: Readonly<Record<string, () => void>> = {
    'app:redraw': () => desk.options.screen.redraw(),
    'app:toggleTodos': () =>
      desk.dispatch({ type: 'view', change: { showTodos: !desk.store.state.showTodos } }),
    'app:toggleTranscript': () => desk.ui().open('transcript'),
    'app:suspend': () => desk.ui().suspend(),
    'chat:cycleMode': () => void desk.conductor.cycleMode(),
    'chat:modelPicker': () => desk.ui().open('model'),
    'chat:thinkingToggle': () => void toggleThinking(desk),
    'chat:fastMode': () => void desk.conductor.send({ type: 'command', line: '/fast', authority: 'owner' }),
    'chat:externalEditor': () => void editOutside(desk),
    'chat:stash': () => desk.stash(),
    'chat:imagePaste': () => void pasteImage(desk),
  }
  return action => {
    // Ctrl-B is also a way to the left: it moves work away only when there is some.
    if (action === 'task:background') return moveToBackground(desk)
    const act = actions[action]
    act?.()
    return act !== undefined
  }
}

const moveToBackground = (desk: Desk): boolean => {
  const { state } = desk.store
  if (!state.turn || !movableCommand(state)) return false
  void desk.conductor.send({ type: 'move_to_background' })
  return true
}

const toggleThinking = async (desk: Desk): Promise<void> => {
  const state = await desk.conductor.engine?.query('state')
  if (!state) return
  await desk.conductor.send({ type: 'set_thinking', enabled: !state.thinking })
  const { words, toast } = desk.ui()
  toast(words.chat.thinking(!state.thinking))
}

const editOutside = async (desk: Desk): Promise<void> => {
  const { screen, ports } = desk.options
  const result = await screen.suspend(() => ports.system.edit(labelledText(desk.editor)))
  if ('error' in result) desk.ui().toast(result.error, 'error')
  else desk.setText(result.text.replace(/\n$/, ''))
}

const pasteImage = async (desk: Desk): Promise<void> => {
  const block = await desk.options.ports.system.clipboardImage()
  if (block) desk.edited(applyEdit(desk.editor, { type: 'image', block }))
  else desk.ui().toast(desk.ui().words.chat.noImage, 'warning')
}
