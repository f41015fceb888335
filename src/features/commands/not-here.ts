import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

/** Commands of other tools that people type, and that are not here on purpose. Their reasons are rows of the catalogue. */
const NAMES =
  'advisor artifacts chrome claude-api cloud dataviz design-login design-sync desktop install-slack-app mobile passes privacy-settings radio remote-env scroll-speed stickers teleport tui upgrade usage-credits voice web-setup'

/** Says why there is no such command and what there is instead; undefined: the name means nothing. */
export const commandNotHere = (name: string): Command | undefined =>
  NAMES.split(' ').includes(name)
    ? {
        name,
        description: '',
        group: 'help',
        headless: true,
        beside: true,
        async run() {
          const { whyNotHere } = await import('../../protocol/messages/commands/not-here.ts')
          throw new OpError(whyNotHere(name))
        },
      }
    : undefined
