import type { Command } from '../../protocol/command.ts'
import type { NotHere } from '../../protocol/messages/commands/not-here.ts'
import { OpError } from '../../protocol/op.ts'

/** Commands of other tools that people type, and that are not here on purpose. Their reasons are rows of the catalogue. */
const ROWS: readonly NotHere[] = [
  'android',
  'app',
  'artifacts',
  'claude_api',
  'cloud',
  'dataviz',
  'design_login',
  'design_sync',
  'desktop',
  'install_slack_app',
  'ios',
  'mobile',
  'passes',
  'privacy_settings',
  'radio',
  'remote_env',
  'scroll_speed',
  'stickers',
  'teleport',
  'tui',
  'upgrade',
  'usage_credits',
  'web_setup',
]

/** Says why there is no such command and what there is instead; undefined: the name means nothing. */
export const commandNotHere = (name: string): Command | undefined => {
  const row = ROWS.find(each => each === name.replaceAll('-', '_'))
  return (
    row && {
      name,
      description: '',
      group: 'help',
      headless: true,
      beside: true,
      async run() {
        const { notHereText } = await import('../../protocol/messages/commands/not-here.ts')
        throw new OpError(notHereText(row))
      },
    }
  )
}
