import type { Command } from '../../protocol/command.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  description: 'Check the setup and fix what can be fixed',
  group: 'help',
  headless: false,
  beside: true,
  panel: { name: 'doctor', when: 'always' },
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'panel', panel: 'doctor' },
      text: 'Run capstan doctor, or /doctor in an interactive session.',
    }
  },
}
