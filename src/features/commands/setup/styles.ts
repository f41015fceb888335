import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import { THEME_CHOICES } from '../../../protocol/terminal-settings.ts'
import { columns } from '../columns.ts'

export const themeCommand: Command = {
  name: 'theme',
  description: 'Choose a theme',
  argumentHint: '[name]',
  group: 'setup',
  headless: false,
  beside: true,
  panel: { name: 'theme', when: 'bare' },
  async run(args, { settings }) {
    if (!THEME_CHOICES.some(name => name === args)) throw new OpError(`Themes: ${THEME_CHOICES.join(', ')}.`)
    const { file } = await settings.write('theme', args, 'user')
    return { kind: 'shown', text: `The theme is ${args}. Saved in ${file}.` }
  },
}

export const outputStyleCommand: Command = {
  name: 'output-style',
  description: 'Show the output styles, or choose one for new conversations',
  argumentHint: '[name]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine, settings, rich }) {
    const { current, available } = await engine.query('styles')
    if (args === '') {
      const rows = available.map(({ name, description }) => [
        name,
        name === current ? 'in use' : '',
        description,
      ])
      return {
        kind: 'shown',
        text: `The output style is ${current}.\n\n${columns(['style', '', 'what it does'], rows, rich)}`,
      }
    }
    const wanted = available.find(({ name }) => name.toLowerCase() === args.toLowerCase())
    if (!wanted)
      throw new OpError(
        `There is no output style named "${args}". You have: ${available.map(({ name }) => name).join(', ')}.`,
      )
    const { file } = await settings.write('outputStyle', wanted.name, 'user')
    return { kind: 'shown', text: `New conversations use the output style ${wanted.name}. Saved in ${file}.` }
  },
}
