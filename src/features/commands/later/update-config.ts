import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const updateConfig: Pick<Command, 'run'> = {
  async run(args, { place, settings }) {
    if (args === '') throw new OpError('Say what to change: /update-config run prettier after every edit')
    const home = place.configHome ?? '~/.capstan'
    const now = (await settings.list()).map(({ key }) => key)
    return { kind: 'submit', text: promptFor({ wish: args, home, now: now.join(', ') || 'none' }) }
  },
}

const promptFor = ({ wish, home, now }: Readonly<Record<'wish' | 'home' | 'now', string>>): string =>
  `Change my Capstan configuration so that: ${wish}

Files, the later ones win: ${home}/settings.json (mine, everywhere), .capstan/settings.json (this project, shared), .capstan/settings.local.json (this project, only me). Set now: ${now}. \`capstan config\` and /config list the keys; the JSON schema is docs/settings.schema.json of Capstan.

What belongs where:
- something that must happen every time (after an edit, before a command, when a turn ends) is a hook: "hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "…"}]}]}; the command gets JSON on stdin, exit code 2 blocks. A memory or an instruction file cannot guarantee it.
- what may run without a question is "permissions": {"allow": ["Bash(npm test *)"], "ask": […], "deny": […]}
- variables for commands are "env"; everything else is a key of its own.

1. Read the file you are going to change. Keep all that is there; it is JSON, and comments stay.
2. If it is not clear whether it should count for me or for everyone here, ask. Secrets never go into a file that is shared.
3. Try a hook's command by hand with a sample on stdin before you rely on it.
4. Make the smallest change, check that the file still parses, and tell me the file, what you set, and from when on it counts.`
