import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

const THEMES = ['auto', 'dark', 'light', 'dark-daltonized', 'light-daltonized', 'dark-ansi', 'light-ansi']

export const themeCommand: Command = {
  name: 'theme',
  description: 'Choose the colours',
  argumentHint: '[name]',
  group: 'setup',
  headless: false,
  beside: true,
  panel: { name: 'theme', when: 'bare' },
  async run(args, { settings }) {
    if (!THEMES.includes(args)) throw new OpError(`There are these themes: ${THEMES.join(', ')}.`)
    const file = await settings.write('theme', args, 'user')
    return { kind: 'shown', text: `The theme is ${args}. Saved in ${file}.` }
  },
}
