import { createKeymap } from '../input/keymap/keymap.ts'
import { parseUserKeys } from '../input/keymap/user-keys.ts'
import type { Desk } from './desk.ts'

/** The person's own keys, now and whenever the file changes. What is wrong in it is said; the rest counts. */
export const followKeyFile = (desk: Desk): (() => void) =>
  desk.options.ports.system.watchKeybindings((text, path) => {
    if (text === undefined) {
      desk.keymap = createKeymap()
      return
    }
    const { bindings, problems } = parseUserKeys(text)
    desk.keymap = createKeymap(bindings)
    const [first] = problems
    if (!first) return
    const { words, toast } = desk.ui()
    // Its end says which file it is, and there is only one row.
    const place = `${path.split('/').slice(-2).join('/')}:${first.line}`
    toast(words.chat.keysProblem({ ...first, place, more: problems.length - 1 }), 'warning')
  })
