import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import type { EditorReport } from '../../../protocol/editor/linked-editor.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

export const ideCommand: Command = {
  name: 'ide',
  description: 'Connect to your editor: selection as context, diffs to review there; or disconnect',
  argumentHint: '[list | name or id | off | selection on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'ide', when: 'bare' },
  async run(args, host) {
    const { engine } = host
    const [word = '', ...rest] = args.split(/\s+/).filter(each => each !== '')
    if (word === 'selection') return await share(rest.join(' '), host)
    if (word === 'off') await engine.send({ type: 'editor', action: 'disconnect' })
    else if (word !== '' && word !== 'list') await connect(args.trim(), host)
    return shown(sayEditors(await engine.query('editor'), host.rich))
  },
}

const shown = (text: string): CommandOutcome => ({ kind: 'shown', text })

const connect = async (wanted: string, { engine }: CommandHost): Promise<void> => {
  const { found } = await engine.query('editor')
  const named = found.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  const [one, ...more] = named.length > 1 ? named.filter(({ fits }) => fits) : named
  if (!one) throw new OpError(`No editor is called "${wanted}". /ide lists them.`)
  if (more.length > 0) throw new OpError(`Several editors are called "${wanted}". Write the id of one.`)
  await engine.send({ type: 'editor', action: 'connect', id: one.id })
}

const share = async (word: string, { engine, settings }: CommandHost): Promise<CommandOutcome> => {
  if (word !== 'on' && word !== 'off') throw new OpError('/ide selection takes on or off.')
  const enabled = word === 'on'
  await engine.send({ type: 'editor', action: 'share', enabled })
  const { file } = await settings.write('shareEditorSelection', enabled, 'user')
  const text = enabled
    ? 'What you select in your editor is sent along with your prompts.'
    : 'What you select in your editor is not sent.'
  return shown(`${text} Saved in ${file}.`)
}

const sayEditors = ({ state, found, ignored }: EditorReport, rich: boolean): string => {
  const rows = found.map(({ id, name, folders, fits }) => [
    id,
    name,
    id === state.id ? STATES[state.status] : fits ? 'has this folder open' : 'has another folder open',
    folders.join(', '),
  ])
  const lines = ignored.map(({ file, why }) => `Ignored ${file}: ${why}.`)
  if (rows.length === 0) return [NOTHING, ...lines].join('\n')
  return [columns(['id', 'editor', 'state', 'folders'], rows, rich), ...lines].join('\n')
}

const STATES: Readonly<Record<EditorReport['state']['status'], string>> = {
  none: 'not connected',
  connecting: 'connecting',
  connected: 'connected',
  lost: 'reconnecting',
}

const NOTHING = 'No editor found. Open this folder in an editor with a plugin (docs/editors.md).'
