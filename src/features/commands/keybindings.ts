import type { Command } from '../../protocol/command.ts'

export const keybindingsCommand: Command = {
  name: 'keybindings',
  description: 'Say where your own keys are set, and how',
  group: 'setup',
  headless: false,
  beside: true,
  async run(_, { place }) {
    const file = `${place.configHome ?? '~/.capstan'}/keybindings.json`
    const example = {
      bindings: [
        {
          context: 'Chat',
          bindings: { 'ctrl+e': 'chat:externalEditor', 'ctrl+x ctrl+m': 'chat:modelPicker', 'ctrl+u': null },
        },
      ],
    }
    const text = [
      `Your own keys are read from ${file}, and again whenever it is saved. For example:`,
      '',
      JSON.stringify(example, null, 2),
      '',
      'Keys one after the other are separated by a blank; null takes a key away. Ctrl-C and Ctrl-D stay what they are. ? at an empty prompt shows the keys as they are now.',
    ]
    return { kind: 'shown', text: text.join('\n') }
  },
}
