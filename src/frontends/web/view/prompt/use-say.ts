import { useContext } from 'preact/hooks'
import { plainStart } from '../../../../lib/text/plain-start.ts'
import type { UserBlock } from '../../../../protocol/message.ts'
import type { Op } from '../../../../protocol/op.ts'
import type { Picture } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { PANELS } from './panel-names.ts'

/** Says to the session what was typed: a message, a slash command, a command of one's own. */
export const useSay = (): ((text: string, pictures: readonly Picture[]) => void) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const deliver = (op: Op, failed: () => void): void => {
    session.send(op).catch((error: unknown) => {
      failed()
      ui.tell(error instanceof Error && error.message !== '' ? error.message : words.offline)
    })
  }
  const submit = (text: string, pictures: readonly Picture[]): void => {
    const uuid = crypto.randomUUID()
    session.state.change(state => ({ ...state, suggestion: '', queue: [...state.queue, { uuid, text }] }))
    const isCommand = text.startsWith('/')
    deliver(
      {
        type: 'submit',
        content: contentOf(text, pictures),
        uuid,
        ...(isCommand ? { when: 'end' as const } : {}),
      },
      () => {
        session.state.change(state => ({
          ...state,
          queue: state.queue.filter(each => each.uuid !== uuid),
        }))
        ui.setPrompt(text)
      },
    )
  }
  const command = (line: string): void => {
    const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? []
    const info = session.commands.get().find(each => each.name === name || each.aliases?.includes(name))
    if (info?.panel && (info.panel.when === 'always' || args === '')) {
      const panel = PANELS[info.panel.name]
      if (panel === undefined) return void ui.tell(words.terminalOnly(`/${name}`))
      if (panel === 'sessions') location.hash = '#/'
      else if (panel === 'model') document.getElementById('model')?.focus()
      else ui.openPanel(panel)
      return
    }
    // Not a command of ours, or a skill: said to the model like anything else.
    if (!info || info.skill) return void submit(line, [])
    deliver({ type: 'command', line }, () => ui.setPrompt(line))
  }
  return (typed, pictures) => {
    const text = plainStart(typed)
    if (text.startsWith('/') && pictures.length === 0) return command(text)
    if (!text.startsWith('!') || pictures.length > 0) return submit(text, pictures)
    if (!ui.server.rights.shell) return ui.tell(words.noShell)
    deliver({ type: 'shell', command: text.slice(1).trim(), id: crypto.randomUUID() }, () =>
      ui.setPrompt(text),
    )
  }
}

const contentOf = (text: string, pictures: readonly Picture[]): string | readonly UserBlock[] =>
  pictures.length === 0
    ? text
    : [
        ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
        ...pictures.map(({ type, data }) => ({
          type: 'image' as const,
          source: { type: 'base64' as const, media_type: type, data },
        })),
      ]
