import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { THEME_CHOICES } from '../../protocol/terminal-settings.ts'

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
