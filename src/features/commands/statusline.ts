import type { Command } from '../../protocol/command.ts'

export const statuslineCommand: Command = {
  name: 'statusline',
  description: 'Set up a custom status line',
  argumentHint: '[what it should show]',
  group: 'setup',
  headless: false,
  beside: true,
  async run(args, { place }) {
    const wish = args === '' ? 'the model, the directory, the git branch and how full the context is' : args
    const home = place.configHome ?? '~/.capstan'
    return { kind: 'submit', text: promptFor(wish, home) }
  },
}

const promptFor = (
  wish: string,
  home: string,
): string => `Make me a status line for Capstan that shows: ${wish}

How it works: when something changes Capstan runs the command in "statusLine" of ${home}/settings.json, gives it a JSON object on standard input, and shows what it prints (ANSI colors are allowed, one line is best).

The object has: cwd, session_id, session_name, version, model {id, display_name}, workspace {current_dir, project_dir, added_dirs}, cost {total_cost_usd, total_duration_ms, total_lines_added, total_lines_removed}, context_window {context_window_size, used_percentage, remaining_percentage}, effort {level}, thinking {enabled}, vim {mode}. Fields may be missing or null.

1. Read ${home}/settings.json, if it is there, and keep everything else in it as it is.
2. Write the script to ${home}/statusline.sh (POSIX sh; use jq only if it is installed), make it executable, and try it with a sample object. It must be done within a tenth of a second and never fail on a missing field.
3. Set "statusLine": {"type": "command", "command": "${home}/statusline.sh"}.
4. Tell me in three sentences what it shows, that it appears when Capstan is started again (a session keeps the status line it was started with), and how to take it away.`
