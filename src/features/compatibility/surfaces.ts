import { ENVIRONMENT } from './surfaces/environment.ts'
import { AGENT_FIELDS, OUTPUT_STYLES, SKILL_FIELDS } from './surfaces/extensions.ts'
import { FLAGS } from './surfaces/flags.ts'
import { HEADLESS } from './surfaces/headless.ts'
import { HOOK_EVENT_NAMES } from './surfaces/hook-events.ts'
import { KEY_ACTION_NAMES } from './surfaces/key-actions.ts'
import { SETTINGS } from './surfaces/settings.ts'
import { SLASH_COMMANDS } from './surfaces/slash-commands.ts'
import { STATUS_LINE } from './surfaces/status-line.ts'
import { SUBCOMMAND_NAMES } from './surfaces/subcommands.ts'
import type { Names } from './verdict.ts'

/** One of the places where people bring names they know from elsewhere. */
export interface Surface {
  /** Also the name of the file with the public names, in test/fixtures/public-names. */
  readonly key: string
  readonly title: string
  readonly names: Names
}

/** Everything public people bring with them, in the order of docs/compatibility.md. */
export const SURFACES: readonly Surface[] = [
  { key: 'flags', title: 'Flags', names: FLAGS },
  { key: 'subcommands', title: 'Subcommands', names: SUBCOMMAND_NAMES },
  { key: 'slash-commands', title: 'Slash commands', names: SLASH_COMMANDS },
  { key: 'settings', title: 'Settings', names: SETTINGS },
  { key: 'environment', title: 'Environment variables', names: ENVIRONMENT },
  { key: 'key-actions', title: 'Key actions', names: KEY_ACTION_NAMES },
  { key: 'status-line', title: 'Status line fields', names: STATUS_LINE },
  { key: 'headless', title: 'Messages of stream-json', names: HEADLESS },
  { key: 'hook-events', title: 'Hook events', names: HOOK_EVENT_NAMES },
  { key: 'agent-fields', title: 'Fields of agents', names: AGENT_FIELDS },
  { key: 'skill-fields', title: 'Fields of skills', names: SKILL_FIELDS },
  { key: 'output-styles', title: 'Output styles', names: OUTPUT_STYLES },
]
