import type { Command } from '../../../protocol/command.ts'

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

export const terminalSetupCommand: Command = {
  name: 'terminal-setup',
  description: 'Show how to set up your terminal',
  group: 'setup',
  headless: false,
  beside: true,
  async run() {
    return { kind: 'shown', text: ADVICE }
  },
}

const ADVICE = `New line: Ctrl-J and \\ then Enter work everywhere. Shift-Enter works where the terminal tells it apart: kitty, Ghostty, WezTerm, foot, iTerm2, recent Windows Terminal and Alacritty do so without setup.

VS Code, Cursor and others built on it: add to keybindings.json
  { "key": "shift+enter", "command": "workbench.action.terminal.sendSequence", "args": { "text": "\\u001b[13;2u" }, "when": "terminalFocus" }

tmux: add to ~/.tmux.conf, then run tmux source ~/.tmux.conf
  set -s extended-keys on
  set -as terminal-features 'xterm*:extkeys'
  set -g allow-passthrough on
  set -g set-clipboard on
  set -g default-terminal "tmux-256color"
The second line makes keys pass, the third notifications, the fourth copying to your clipboard.

Over SSH: copying works where the terminal takes OSC 52. If colors look wrong, choose others with /theme, or set NO_COLOR=1 for none.

Option or Alt keys on a Mac: let the terminal send Esc with them ("Use Option as Meta" in Terminal, "Esc+" in iTerm2).`
