import type { Command } from '../../../protocol/command.ts'
import type { ConfiguredHook } from '../../../protocol/extensions/configured-hook.ts'
import { columns } from '../columns.ts'

export const hooksCommand: Command = {
  name: 'hooks',
  description: 'List the configured hooks, with the file each comes from',
  group: 'permissions',
  headless: true,
  beside: true,
  async run(_, { hooks: list, rich }) {
    const all = await list()
    if (all.length === 0)
      return { kind: 'shown', text: 'No hooks are configured. They go under "hooks" in a settings file.' }
    const rows = all.map(({ event, matcher, what, source, file, active, last }) => [
      event,
      matcher,
      cut(what),
      `${source}${file === undefined ? '' : `: ${file}`}${active ? '' : ' (not active)'}`,
      lastOf(last),
    ])
    const held = all.some(({ active }) => !active)
      ? '\n\nHooks that are not active come from a folder you have not trusted, or are switched off by settings.'
      : ''
    return {
      kind: 'shown',
      text: `${columns(['event', 'for', 'runs', 'from', 'last run'], rows, rich)}${held}`,
    }
  },
}

const lastOf = (last: ConfiguredHook['last']): string => {
  if (!last) return '-'
  const { outcome, durationMs, decision } = last
  return [decision ?? outcome, ...(durationMs === undefined ? [] : [took(durationMs)])].join(', ')
}

const took = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

const MAX_CHARS = 50

/** The list tells which it is; the file has all of it. */
const cut = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text)
