import type { Command } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const keybindingsCommand: Command = {
  ...described('keybindings'),
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
    return shownLines([
      setupAnswer('keybindings_file', { file }),
      '',
      JSON.stringify(example, null, 2),
      '',
      setupAnswer('keybindings_rules'),
    ])
  },
}

export const terminalSetupCommand: Command = {
  ...described('terminal_setup'),
  group: 'setup',
  headless: false,
  beside: true,
  async run() {
    return shownLines([
      setupAnswer('terminal_new_line'),
      '',
      setupAnswer('terminal_vs_code'),
      VS_CODE_KEY,
      '',
      setupAnswer('terminal_tmux'),
      TMUX_LINES,
      setupAnswer('terminal_tmux_lines'),
      '',
      setupAnswer('terminal_ssh'),
      '',
      setupAnswer('terminal_mac'),
    ])
  },
}

const VS_CODE_KEY =
  '  { "key": "shift+enter", "command": "workbench.action.terminal.sendSequence", "args": { "text": "\\u001b[13;2u" }, "when": "terminalFocus" }'

const TMUX_LINES = `  set -s extended-keys on
  set -as terminal-features 'xterm*:extkeys'
  set -g allow-passthrough on
  set -g set-clipboard on
  set -g default-terminal "tmux-256color"`
