import type { Command } from '../../../protocol/command.ts'
import { columns } from '../columns.ts'

export const hooks: Pick<Command, 'run'> = {
  async run(_, { hooks: list, rich }) {
    const all = await list()
    if (all.length === 0)
      return { kind: 'shown', text: 'No hooks are configured. They go under "hooks" in a settings file.' }
    const rows = all.map(({ event, matcher, what, source, file, active }) => [
      event,
      matcher,
      what,
      `${source}: ${file}${active ? '' : ' (not active)'}`,
    ])
    const held = all.some(({ active }) => !active)
      ? '\n\nHooks that are not active come from a folder you have not trusted, or are switched off by settings.'
      : ''
    return { kind: 'shown', text: `${columns(['event', 'for', 'runs', 'from'], rows, rich)}${held}` }
  },
}
