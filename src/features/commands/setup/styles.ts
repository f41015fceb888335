import type { Command } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { THEME_CHOICES } from '../../../protocol/terminal-settings.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

export const themeCommand: Command = {
  ...described('theme'),
  group: 'setup',
  headless: false,
  beside: true,
  panel: { name: 'theme', when: 'bare' },
  async run(args, { settings }) {
    if (!THEME_CHOICES.some(name => name === args) && !/^custom:[\w.:-]+$/.test(args))
      throw new OpError(setupAnswer('themes', { themes: THEME_CHOICES }))
    const { file } = await settings.write('theme', args, 'user')
    return shown(setupAnswer('theme_now', { theme: args, file }))
  },
}

export const outputStyleCommand: Command = {
  ...described('output_style'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    const { current, available } = await engine.query('styles')
    if (args === '') {
      const rows = available.map(({ name, description }) => [
        name,
        name === current ? cellText('in_use') : '',
        styleDescription(name, description),
      ])
      return shown(
        paragraphs([
          setupAnswer('style_now', { style: current }),
          table(headerOf('style', '', 'what_it_does'), rows),
        ]),
      )
    }
    const wanted = available.find(({ name }) => name.toLowerCase() === args.toLowerCase())
    if (!wanted)
      throw new OpError(
        setupAnswer('no_such_style', { style: args, styles: available.map(({ name }) => name) }),
      )
    const { file } = await settings.write('outputStyle', wanted.name, 'user')
    return shown(setupAnswer('style_saved', { style: wanted.name, file }))
  },
}

/** A style that comes with Capstan; one of the same name that somebody else wrote says what they wrote. */
export const styleDescription = (name: string, description: string): Text => {
  const row = `style_${name}` as StyleRow
  return setupAnswer.rows[row]?.en === description ? setupAnswer(row) : description
}

type StyleRow = `style_${'default' | 'proactive' | 'concise' | 'explanatory' | 'learning'}`
