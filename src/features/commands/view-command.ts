import type { Command } from '../../protocol/command.ts'

const NEEDS_SCREEN = 'This only works in an interactive session.'

/** A command that only changes what the screen shows. */
export const viewCommand = (about: Pick<Command, 'name' | 'description' | 'argumentHint'>): Command => ({
  ...about,
  group: 'setup',
  headless: false,
  beside: true,
  async run(args) {
    const request = { kind: 'set_view', name: about.name, ...(args === '' ? {} : { value: args }) } as const
    return { kind: 'ui', request, text: NEEDS_SCREEN }
  },
})
