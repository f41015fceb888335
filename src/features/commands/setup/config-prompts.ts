import type { Command } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { OpError } from '../../../protocol/op.ts'
import { described } from '../described.ts'

export const updateConfigCommand: Command = {
  ...described('update_config'),
  group: 'setup',
  headless: true,
  beside: true,
  bundled: true,
  // It is about what the model may do.
  personOnly: true,
  async run(args, { place, settings }) {
    if (args === '') throw new OpError(setupAnswer('update_config_usage'))
    const home = place.configHome ?? '~/.capstan'
    const now = (await settings.list()).map(({ key }) => key)
    return { kind: 'submit', text: promptForConfig({ request: args, home, now: now.join(', ') || 'none' }) }
  },
}

const promptForConfig = ({
  request,
  home,
  now,
}: Readonly<Record<'request' | 'home' | 'now', string>>): string =>
  `Change my Capstan configuration so that: ${request}

Files, the later ones win: ${home}/settings.json (mine, everywhere), .capstan/settings.json (this project, shared), .capstan/settings.local.json (this project, only me). Set now: ${now}. \`capstan config\` and /config list the keys; the JSON schema is docs/settings.schema.json of Capstan.

What belongs where:
- something that must happen every time (after an edit, before a command, when a turn ends) is a hook: "hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "…"}]}]}; the command gets JSON on stdin, exit code 2 blocks. A memory or an instruction file cannot guarantee it.
- what may run without a question is "permissions": {"allow": ["Bash(npm test *)"], "ask": […], "deny": […]}
- variables for commands are "env"; everything else is a key of its own.

1. Read the file you are going to change. Keep all that is there; it is JSON, and comments stay.
2. If it is not clear whether it should count for me or for everyone here, ask. Secrets never go into a file that is shared.
3. Try a hook's command by hand with a sample on stdin before you rely on it.
4. Make the smallest change, check that the file still parses, and tell me the file, what you set, and from when on it counts.`

export const statuslineCommand: Command = {
  ...described('statusline'),
  group: 'setup',
  headless: false,
  beside: true,
  async run(args, { place }) {
    const request =
      args === '' ? 'the model, the directory, the git branch and how full the context is' : args
    const home = place.configHome ?? '~/.capstan'
    return { kind: 'submit', text: promptForStatusLine(request, home) }
  },
}

const promptForStatusLine = (
  request: string,
  home: string,
): string => `Make me a status line for Capstan that shows: ${request}

How it works: when something changes Capstan runs the command in "statusLine" of ${home}/settings.json, gives it a JSON object on standard input, and shows what it prints (ANSI colors are allowed, one line is best).

The object has: cwd, session_id, session_name, version, model {id, display_name}, workspace {current_dir, project_dir, added_dirs}, cost {total_cost_usd, total_duration_ms, total_lines_added, total_lines_removed}, context_window {context_window_size, used_percentage, remaining_percentage}, effort {level}, thinking {enabled}, vim {mode}. Fields may be missing or null.

1. Read ${home}/settings.json, if it is there, and keep everything else in it as it is.
2. Write the script to ${home}/statusline.sh (POSIX sh; use jq only if it is installed), make it executable, and try it with a sample object. It must be done within a tenth of a second and never fail on a missing field.
3. Set "statusLine": {"type": "command", "command": "${home}/statusline.sh"}.
4. Tell me in three sentences what it shows, that it appears when Capstan is started again (a session keeps the status line it was started with), and how to take it away.`
