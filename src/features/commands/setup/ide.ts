import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import type { EditorReport } from '../../../protocol/editor/linked-editor.ts'
import { extensionsAnswer } from '../../../protocol/messages/commands/extensions.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const ideCommand: Command = {
  ...described('ide'),
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
    return shown(sayEditors(await engine.query('editor')))
  },
}

const connect = async (wanted: string, { engine }: CommandHost): Promise<void> => {
  const { found } = await engine.query('editor')
  const named = found.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  const [one, ...more] = named.length > 1 ? named.filter(({ fits }) => fits) : named
  if (!one) throw new OpError(extensionsAnswer('no_such_editor', { name: wanted }))
  if (more.length > 0) throw new OpError(extensionsAnswer('several_editors', { name: wanted }))
  await engine.send({ type: 'editor', action: 'connect', id: one.id })
}

const share = async (word: string, { engine, settings }: CommandHost): Promise<CommandOutcome> => {
  if (word !== 'on' && word !== 'off') throw new OpError(extensionsAnswer('selection_takes'))
  const enabled = word === 'on'
  await engine.send({ type: 'editor', action: 'share', enabled })
  const { file } = await settings.write('shareEditorSelection', enabled, 'user')
  const what = extensionsAnswer(enabled ? 'selection_sent' : 'selection_not_sent')
  return shown(usageAnswer('saved', { what, file }))
}

const sayEditors = ({ state, found, ignored }: EditorReport): LocalizedText => {
  const rows = found.map(({ id, name, folders, fits }) => [
    id,
    name,
    extensionsAnswer(id === state.id ? `editor_${state.status}` : fits ? 'has_folder' : 'has_other_folder'),
    folders.join(', '),
  ])
  return lines([
    rows.length === 0
      ? extensionsAnswer('no_editor')
      : table(headerOf('id', 'editor', 'state', 'folders'), rows),
    ...ignored.map(({ file, why }) => extensionsAnswer('editor_ignored', { file, why })),
  ])
}
