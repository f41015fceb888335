import type { Command } from '../../protocol/command.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  description: 'Look whether everything is set up well, and mend what can be mended',
  group: 'help',
  headless: false,
  beside: true,
  panel: { name: 'doctor', when: 'always' },
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'panel', panel: 'doctor' },
      text: 'The doctor needs a terminal: start capstan without -p and type /doctor.',
    }
  },
}
