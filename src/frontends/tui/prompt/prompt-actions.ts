import { chipEdit } from '../input/editor/chip-edit.ts'
import { applyEdit } from '../input/editor.ts'
import type { KeyAction } from '../input/keymap/actions.ts'
import { keyFor } from '../input/keymap/key-label.ts'
import { movableCommand } from '../state/doing.ts'
import type { SecondPress } from '../state/ui-state.ts'
import type { Desk } from './desk.ts'
import { editOutside } from './edit-outside.ts'
import { footerAction } from './footer-keys.ts'

/** Actions of the keymap that are neither editing nor history. Answers whether it was one. */
export const promptActions = (desk: Desk): ((action: string) => boolean) => {
  const actions: Readonly<Record<string, () => void>> = {
    'app:redraw': () => desk.options.screen.redraw(),
    'app:toggleTodos': () =>
      desk.dispatch({ type: 'view', change: { showTodos: !desk.store.state.showTodos } }),
    'app:toggleTranscript': () => desk.ui().open('transcript'),
    'app:suspend': () => desk.ui().suspend(),
    // Named after what they did once: both draw the screen anew, and keep text and conversation.
    'chat:clearInput': () => desk.options.screen.redraw(),
    'chat:clearScreen': () => desk.options.screen.redraw(),
    'chat:killAgents': () => void stopAgents(desk),
    'chat:cycleMode': () => void cycleMode(desk),
    'chat:modelPicker': () => desk.ui().open('model'),
    'chat:thinkingToggle': () => void toggleThinking(desk),
    'chat:fastMode': () => void desk.conductor.send({ type: 'command', line: '/fast', authority: 'owner' }),
    'chat:externalEditor': () => void editOutside(desk),
    'chat:stash': () => desk.stash(),
    'chat:imagePaste': () => void pasteImage(desk),
    'voice:pushToTalk': () =>
      desk.voice ? desk.voice.press() : desk.ui().toast(desk.ui().words.chat.voiceIsOff),
  }
  return action => {
    if (action.startsWith('attachments:')) return moveOverChips(desk, action)
    if (action.startsWith('footer:')) return footerAction(desk, action)
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

const cycleMode = async (desk: Desk): Promise<void> => {
  const mode = await desk.conductor.cycleMode()
  const { words, toast } = desk.ui()
  const isQuiet = desk.options.ports.settings.current().skipAutoPermissionPrompt === true
  if (mode === 'auto' && !isQuiet) toast(words.chat.autoMode)
}

const SECOND_MS = 3_000

/** Answers whether this is the second press. */
const isSecond = (desk: Desk, what: SecondPress, action: KeyAction): boolean => {
  const { armed } = desk.store.state
  if (armed?.what === what && armed.until > desk.now()) return true
  const key = keyFor(desk.keymap, action) ?? action
  desk.dispatch({ type: 'armed', what, key, until: desk.now() + SECOND_MS })
  return false
}

/** Agents that work beside the conversation; what it waits for is stopped by Esc. */
const stopAgents = async (desk: Desk): Promise<void> => {
  const { words, toast } = desk.ui()
  const agents = (await desk.conductor.engine?.query('runningAgents')) ?? []
  const running = agents.filter(({ status, background }) => background && status === 'running')
  if (running.length === 0) return toast(words.chat.noAgents)
  if (!isSecond(desk, 'stop_agents', 'chat:killAgents')) return
  await Promise.all(running.map(({ id }) => desk.conductor.send({ type: 'stop_agent', agentId: id })))
  toast(words.chat.agentsStopped(running.length), 'good')
}

/** Pastes and pictures stand in the text: the caret goes from one to the next, or one is taken out. */
const moveOverChips = (desk: Desk, action: string): boolean => {
  const edit = chipEdit(desk.editor, action)
  if (!edit) return false
  desk.edited(applyEdit(desk.editor, edit))
  return true
}

const toggleThinking = async (desk: Desk): Promise<void> => {
  const state = await desk.conductor.engine?.query('state')
  if (!state) return
  await desk.conductor.send({ type: 'set_thinking', enabled: !state.thinking })
  const { words, toast } = desk.ui()
  toast(words.chat.thinking(!state.thinking))
}

const pasteImage = async (desk: Desk): Promise<void> => {
  const { system } = desk.options.ports
  const block = await system.clipboardImage()
  if (block) desk.edited(applyEdit(desk.editor, { type: 'image', block }))
  else {
    const { words, toast } = desk.ui()
    toast(system.terminal.ssh ? words.chat.noImageFromAfar : words.chat.noImage, 'warning')
  }
}
