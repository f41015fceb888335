import type { Command } from '../../protocol/command.ts'

export const keybindingsCommand: Command = {
  name: 'keybindings',
  description: 'Show where and how to set your own key bindings',
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
      `Custom key bindings go in ${file}; changes apply when you save it. For example:`,
      '',
      JSON.stringify(example, null, 2),
      '',
      "Separate keys of a sequence with a space; null unbinds a key. Ctrl-C and Ctrl-D can't be changed. Type ? at an empty prompt to see the current keys.",
    ]
    return { kind: 'shown', text: text.join('\n') }
  },
}
